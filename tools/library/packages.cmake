# The files of `cmake --install` and their places, and the Debian packages of `cpack -G DEB`, one per component.

# Debian looks here, below both /usr and /usr/local. CMake would choose "lib" for /usr/local.
if(CMAKE_LIBRARY_ARCHITECTURE)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE PATH "Where libraries go")
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(library ${PROJECT_SOURCE_DIR}/tools/library)
set(generated ${PROJECT_BINARY_DIR}/packages)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/wardrobe)
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- Component program ----
install(TARGETS wardrobe RUNTIME COMPONENT program)
# The documents, and everything that they link to, keep their folders, so that their links work.
foreach(document
    .github/CONTRIBUTING.md
    .github/SECURITY.md
    CHANGELOG.md
    README.md
    bench/README.md
    formats/LIMITS.md
    formats/SCUMM.md
    formats/archive/FORMAT.md
    formats/limits.h
    formats/tables.def
    formats/tables.h
    pipeline/pipeline.h
    tests/README.md
    tests/reader.py
    tools/conform/README.md
    tools/diff/README.md
    tools/edit/README.md
    tools/export/README.md
    tools/find/README.md
    tools/hd/README.md
    tools/library/README.md
    tools/library/javascript/README.md
    tools/library/javascript/native.d.ts
    tools/library/javascript/wardrobe.d.ts
    tools/library/python/README.md
    tools/library/wardrobe.h
    tools/library/wardrobe_columns.h
    tools/library/wardrobe_pack.h
    tools/library/wardrobe_player.h
    tools/library/wardrobe_room.h
    tools/page/README.md
    tools/hd/walk.png
    tools/page/costume.png
    tools/page/gallery.png
    tools/program/README.md
    tools/release/README.md
    tools/rows/README.md
    tools/sample/README.md
    tools/sample/hero.gif)
  cmake_path(GET document PARENT_PATH folder)
  install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/wardrobe/${folder}
          COMPONENT program)
endforeach()

# Man pages and completions, from the folder to which tools/program/describe wrote them.
set(described ${PROJECT_BINARY_DIR}/describe)
set(zsh_folder $<IF:$<BOOL:${CMAKE_LIBRARY_ARCHITECTURE}>,vendor-completions,site-functions>)  # Debian's, others'
if(TARGET describe)
  install(DIRECTORY ${described}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program
          FILES_MATCHING PATTERN *.1.gz)
  install(FILES ${described}/wardrobe.bash RENAME wardrobe COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${described}/_wardrobe COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder})
  install(FILES ${described}/wardrobe.fish COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# ---- Components library and development ----
set_target_properties(wardrobe_shared PROPERTIES EXPORT_NAME wardrobe)
set_target_properties(wardrobe_pack_shared PROPERTIES EXPORT_NAME pack)
install(TARGETS wardrobe_shared wardrobe_pack_shared EXPORT wardrobe
        LIBRARY COMPONENT library NAMELINK_COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS wardrobe_static wardrobe_pack_static ARCHIVE COMPONENT development)
install(FILES ${library}/wardrobe.h ${library}/wardrobe_columns.h ${library}/wardrobe_pack.h
        ${library}/wardrobe_player.h ${library}/wardrobe_room.h TYPE INCLUDE COMPONENT development)
install(EXPORT wardrobe NAMESPACE wardrobe:: FILE wardrobeConfig.cmake
        DESTINATION ${cmake_folder} COMPONENT development)
write_basic_package_version_file(${generated}/wardrobeConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${generated}/wardrobeConfigVersion.cmake DESTINATION ${cmake_folder}
        COMPONENT development)
# The prefix is relative to the folder of the .pc files, so that an installation can be moved.
string(REGEX REPLACE "[^/]+" ".." to_prefix ${pkgconfig_folder})
foreach(name wardrobe wardrobe-pack)
  configure_file(${library}/${name}.pc.in ${generated}/${name}.pc @ONLY)
  install(FILES ${generated}/${name}.pc DESTINATION ${pkgconfig_folder} COMPONENT development)
endforeach()

# ---- Component python ----
install(DIRECTORY ${library}/python/wardrobe DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN *.py PATTERN py.typed)

# ---- Component wheel: the files that tools/library/python/build_hook.py puts inside the Python package ----
install(TARGETS wardrobe wardrobe_shared wardrobe_pack_shared COMPONENT wheel EXCLUDE_FROM_ALL
        RUNTIME DESTINATION . LIBRARY DESTINATION . NAMELINK_SKIP)
add_custom_target(wheel DEPENDS wardrobe wardrobe_shared wardrobe_pack_shared)

# ---- Debian packages ----
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Wardrobe authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "costumes of SCUMM games in one small archive")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
string(REPLACE - ~ CPACK_DEBIAN_PACKAGE_VERSION ${WARDROBE_VERSION})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENTS_ALL program library development python)

set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Wardrobe packs the costumes of SCUMM games, replays, compares and exports them.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME wardrobe)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)

set(soname_package libwardrobe${PROJECT_VERSION_MAJOR})
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "Shared libraries that read, draw, play and make .wardrobe archives.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${soname_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and static libraries of libwardrobe.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libwardrobe-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${soname_package} (= ${CPACK_DEBIAN_PACKAGE_VERSION}), libhwy-dev, libminizip-dev, libtbb-dev, libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS wardrobe)

set(CPACK_COMPONENT_PYTHON_DESCRIPTION "A Python package that reads, draws, plays and makes .wardrobe archives.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-wardrobe)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3, python3-numpy, ${soname_package} (>= ${CPACK_DEBIAN_PACKAGE_VERSION}), wardrobe")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-pil)

# The licence goes with each package, where Debian expects it, and those of the code inside that is not Wardrobe's. They
# are those of Debian's packages: elsewhere, none are installed.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  set(package ${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES LICENSE RENAME copyright COMPONENT ${component} DESTINATION ${documents})
  if(NOT component STREQUAL python)
    install(CODE "execute_process(COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tools/release/spdx.py
      --licences ${package}_.deb \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${documents}/licenses\" ERROR_QUIET)"
      COMPONENT ${component})
  endif()
endforeach()
include(CPack)
