# cmake --install: the library, its headers, a CMake package and a pkg-config file.
#
#   lib/liblimber.a                 engine and third-party code in one object
#   include/limber/*.h              #include <limber/limber.h>
#   include/mujoco/*.h              the published names of the same: #include <mujoco/mujoco.h>
#   lib/cmake/limber/               find_package(limber) -> limber::limber
#   lib/pkgconfig/limber.pc         pkg-config --cflags --libs limber
#
# The archive holds one object, joined by the linker, in which only the published names (mj...) stay
# global: a program may have a tinyxml2 or a qhull of its own, of whatever version.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(READ "${CMAKE_SOURCE_DIR}/package.json" package)
string(JSON LB_VERSION GET "${package}" version)

set(install_dir "${CMAKE_BINARY_DIR}/install")
set(archive "${install_dir}/liblimber.a")
add_library(lb_cxx_runtime OBJECT cmake/cxx_runtime.cc)
target_compile_options(lb_cxx_runtime PRIVATE -fno-exceptions -fno-rtti)
lb_join("${install_dir}/joined.o" "" ${LB_ENGINE_OBJECTS} ${LB_LIBRARY_OBJECTS} $<TARGET_OBJECTS:lb_cxx_runtime>)
add_custom_command(
  OUTPUT "${archive}"
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=mj* "${install_dir}/joined.o" "${install_dir}/limber.o"
  COMMAND ${CMAKE_COMMAND} -E rm -f "${archive}"
  COMMAND ${CMAKE_AR} rcs "${archive}" "${install_dir}/limber.o"
  DEPENDS "${install_dir}/joined.o"
  COMMENT "Making liblimber.a")
add_custom_target(installed_library ALL DEPENDS "${archive}")

file(GLOB public_headers CONFIGURE_DEPENDS src/api/*.h)
install(FILES ${public_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/limber")

# programs and plugins written against the published headers find them under their names
foreach(name mujoco mjdata mjexport mjmacro mjmodel mjplugin mjspec mjtnum mjrender mjui mjvisualize)
  file(WRITE "${CMAKE_BINARY_DIR}/install/mujoco/${name}.h"
       "#pragma once\n#include \"../limber/limber.h\"\n")
endforeach()
file(WRITE "${CMAKE_BINARY_DIR}/install/mujoco/mjxmacro.h"
     "#pragma once\n#include \"../limber/field_macros.h\"\n")
install(DIRECTORY "${CMAKE_BINARY_DIR}/install/mujoco"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${archive}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES LICENSE NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/limber")
configure_package_config_file(cmake/limber-config.cmake.in
  "${CMAKE_BINARY_DIR}/install/limber-config.cmake" INSTALL_DESTINATION "${package_dir}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/install/limber-config-version.cmake"
  VERSION "${LB_VERSION}" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/install/limber-config.cmake"
              "${CMAKE_BINARY_DIR}/install/limber-config-version.cmake"
        DESTINATION "${package_dir}")

# found from where the file lies, so that an installed tree may be moved
file(RELATIVE_PATH LB_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/limber.pc.in "${CMAKE_BINARY_DIR}/install/limber.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/install/limber.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
