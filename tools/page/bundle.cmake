# Puts the page together: sets PAGE to page.html with the style sheets and all scripts in it; only
# @DATA@ is left to be replaced. A page on a disk cannot load modules, so that each module becomes a
# function that returns what it exports, and the file NAME.js the constant $NAME.

set(styles base gallery costume comparison)
# Every module stands behind those that it imports.
set(library
  schema columns lazy error room_place game palette_choice draw actor_scale scene picture drawn_loop
  timeline costume directory table_reader verify archive xxh64 inflate plain_image source zstd_frames
)
set(scripts
  address app settings clock dom painter findings names timeline_pairs comparison chore_table card
  filters gallery live mix_panel stage limb_panel palette_panel png save picture_panel record_panel
  room_scene room_panel save_panel tick_panel transport costume_view embedded drop top_bar stage_bar
  keys main
)

set(page_files ${CMAKE_CURRENT_LIST_DIR}/page.html)
set(STYLE "")
foreach(style IN LISTS styles)
  set(file ${CMAKE_CURRENT_LIST_DIR}/style/${style}.css)
  list(APPEND page_files ${file})
  file(READ ${file} text)
  string(APPEND STYLE "${text}")
endforeach()

set(SCRIPT "")
list(TRANSFORM library PREPEND ${CMAKE_CURRENT_LIST_DIR}/../library/javascript/lib/)
list(TRANSFORM scripts PREPEND ${CMAKE_CURRENT_LIST_DIR}/script/)
foreach(module IN LISTS library ITEMS ${CMAKE_CURRENT_LIST_DIR}/../library/javascript/wardrobe LISTS scripts)
  get_filename_component(name ${module} NAME)
  list(APPEND page_files ${module}.js)
  file(READ ${module}.js text)
  set(text "\n${text}")
  set(exports "")
  string(REGEX MATCHALL "\nexport (async )?(function|class|const) [A-Za-z0-9_]+" found "${text}")
  foreach(export IN LISTS found)
    string(REGEX REPLACE "^.* " "" export "${export}")
    string(APPEND exports " ${export},")
  endforeach()
  # What is passed on from other modules.
  string(REGEX MATCHALL "\nexport {[^}]*} from \"[^\"]*\"" found "${text}")
  foreach(export IN LISTS found)
    string(REGEX REPLACE "^.*/([a-z0-9_]+)\\.js\"$" " ...$\\1," export "${export}")
    string(APPEND exports "${export}")
  endforeach()
  string(REGEX REPLACE "\nexport {[^}]*} from [^;]*;" "" text "${text}")
  string(REGEX REPLACE "\nimport ({[^}]*}) from \"[^\"]*/([a-z0-9_]+)\\.js\";" "\nconst \\1 = $\\2;" text "${text}")
  string(REPLACE "\nexport " "\n" text "${text}")
  string(APPEND SCRIPT "const $${name} = (() => {${text}return {${exports} };\n})();\n")
endforeach()

file(READ ${CMAKE_CURRENT_LIST_DIR}/page.html PAGE)
string(REPLACE "@STYLE@" "${STYLE}" PAGE "${PAGE}")
string(REPLACE "@SCRIPT@" "${SCRIPT}" PAGE "${PAGE}")
