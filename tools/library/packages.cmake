# The files of `cmake --install` and their places. debian/*.install tells in which of Debian's packages they are.

# Debian looks here, below both /usr and /usr/local. CMake would choose "lib" for /usr/local.
if(CMAKE_LIBRARY_ARCHITECTURE)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE STRING "Where libraries go")
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(library ${PROJECT_SOURCE_DIR}/tools/library)
set(generated ${PROJECT_BINARY_DIR}/packages)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/wardrobe)
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- The program ----
install(TARGETS wardrobe RUNTIME)
install(CODE "set(root ${PROJECT_SOURCE_DIR})
set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/wardrobe\")")
install(SCRIPT ${library}/documents.cmake)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/wardrobe)

# Man pages and completions, from the folder to which tools/program/describe wrote them.
set(described ${PROJECT_BINARY_DIR}/describe)
set(zsh_folder $<IF:$<BOOL:${CMAKE_LIBRARY_ARCHITECTURE}>,vendor-completions,site-functions>)  # Debian's, others'
if(TARGET describe)
  install(DIRECTORY ${described}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          FILES_MATCHING PATTERN *.1.gz)
  install(FILES ${described}/wardrobe.bash RENAME wardrobe
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${described}/_wardrobe
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder})
  install(FILES ${described}/wardrobe.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# ---- The libraries ----
set_target_properties(wardrobe_shared PROPERTIES EXPORT_NAME wardrobe)
set_target_properties(wardrobe_pack_shared PROPERTIES EXPORT_NAME pack)
install(TARGETS wardrobe_shared wardrobe_pack_shared EXPORT wardrobe
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS wardrobe_static wardrobe_pack_static ARCHIVE)
install(FILES ${library}/wardrobe.h ${library}/wardrobe_columns.h ${library}/wardrobe_pack.h
        ${library}/wardrobe_player.h ${library}/wardrobe_room.h TYPE INCLUDE)
install(EXPORT wardrobe NAMESPACE wardrobe:: FILE wardrobeConfig.cmake
        DESTINATION ${cmake_folder})
write_basic_package_version_file(${generated}/wardrobeConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${generated}/wardrobeConfigVersion.cmake DESTINATION ${cmake_folder})
# The prefix is relative to the folder of the .pc files, so that an installation can be moved.
string(REGEX REPLACE "[^/]+" ".." to_prefix ${pkgconfig_folder})
foreach(name wardrobe wardrobe-pack)
  configure_file(${library}/${name}.pc.in ${generated}/${name}.pc @ONLY)
  install(FILES ${generated}/${name}.pc DESTINATION ${pkgconfig_folder})
endforeach()

# ---- The Python package ----
install(DIRECTORY ${library}/python/wardrobe DESTINATION lib/python3/dist-packages
        FILES_MATCHING PATTERN *.py PATTERN py.typed)

# ---- Component wheel: the files that tools/library/python/build_hook.py puts inside the Python package ----
install(TARGETS wardrobe wardrobe_shared wardrobe_pack_shared COMPONENT wheel EXCLUDE_FROM_ALL
        RUNTIME DESTINATION . LIBRARY DESTINATION . NAMELINK_SKIP)
add_custom_target(wheel DEPENDS wardrobe wardrobe_shared wardrobe_pack_shared)

# ---- The licences of the code inside that is not Wardrobe's, with each of Debian's packages ----
# They are those of Debian's packages: elsewhere, none are installed.
foreach(package wardrobe libwardrobe1 libwardrobe-pack1 libwardrobe-dev)
  install(CODE "execute_process(COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tools/release/spdx.py --licences
    ${package}_.deb \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/${package}/licenses\" ERROR_QUIET)")
endforeach()
