# Third-party sources as static libraries: lb_tinyxml2, lb_qhull, lb_ccd, lb_libdeflate and the
# header-only lb_stb.
#
# `npm run setup` puts the sources into third_party/NAME (Debian source packages, pinned by hash).
# A folder that is not there is fetched from its upstream home instead; any of them can be replaced
# by FETCHCONTENT_SOURCE_DIR_<NAME>.

include(FetchContent)

# lb_source(NAME how...): sets NAME_dir to the unpacked sources.
function(lb_source name)
  string(TOUPPER "${name}" upper)
  if(FETCHCONTENT_SOURCE_DIR_${upper})
    set(dir "${FETCHCONTENT_SOURCE_DIR_${upper}}")
  elseif(EXISTS "${CMAKE_SOURCE_DIR}/third_party/${name}/.limber-version")
    set(dir "${CMAKE_SOURCE_DIR}/third_party/${name}")
  else()
    # SOURCE_SUBDIR names no folder: the sources are unpacked, their own build files are not read.
    FetchContent_Declare(${name} ${ARGN} SOURCE_SUBDIR limber-has-its-own-build)
    FetchContent_MakeAvailable(${name})
    FetchContent_GetProperties(${name} SOURCE_DIR dir)
  endif()
  set(${name}_dir "${dir}" PARENT_SCOPE)
endfunction()

lb_source(tinyxml2 GIT_REPOSITORY https://github.com/leethomason/tinyxml2.git GIT_TAG 9.0.0)
lb_source(qhull URL http://www.qhull.org/download/qhull-2020-src-8.0.2.tgz URL_HASH
          SHA256=b5c2d7eb833278881b952c8a52d20179eab87766b00b865000469a45c1838b7e)
lb_source(libccd GIT_REPOSITORY https://github.com/danfis/libccd.git GIT_TAG v2.1)
lb_source(stb GIT_REPOSITORY https://github.com/nothings/stb.git
          GIT_TAG 8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55)
lb_source(libdeflate GIT_REPOSITORY https://github.com/ebiggers/libdeflate.git GIT_TAG v1.14)

# lb_write_copy(FILE TEXT): an edited copy of a source; nothing is compiled again where it is the same.
function(lb_write_copy copy text)
  set(old "")
  if(EXISTS "${copy}")
    file(READ "${copy}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${copy}" "${text}")
  endif()
endfunction()

# lb_edit_copy(SOURCE COPY OLD NEW...): a copy of a source with texts in place of others. A new version of the source that has
# lost an old text does not build.
function(lb_edit_copy source copy)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  while(ARGN)
    list(POP_FRONT ARGN old new)
    string(REPLACE "${old}" "${new}" edited "${text}")
    if(edited STREQUAL text)
      message(FATAL_ERROR "${source} has no '${old}', which cmake/third_party.cmake replaces")
    endif()
    set(text "${edited}")
  endwhile()
  lb_write_copy("${copy}" "${text}")
endfunction()

# lb_third_party(NAME DIR sources...): quiet, optimised, with the build's sanitizers left out.
function(lb_third_party name dir)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${dir})
  target_compile_options(${name} PRIVATE -w -Oz -ffp-contract=off ${LB_LTO_FLAGS}
                                         $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
  target_compile_definitions(${name} PRIVATE NDEBUG)
endfunction()

# XML: read and write in memory; files are never opened by the library. How deep elements may be nested
# is our own bound (src/mjcf/dom.h): long chains of bodies have more than the library's hundred levels.
lb_edit_copy("${tinyxml2_dir}/tinyxml2.cpp" "${CMAKE_BINARY_DIR}/tinyxml2/tinyxml2.cpp"
             "_parsingDepth == TINYXML2_MAX_ELEMENT_DEPTH" "_parsingDepth == LB_XML_DEPTH")
lb_third_party(lb_tinyxml2 ${tinyxml2_dir} ${CMAKE_BINARY_DIR}/tinyxml2/tinyxml2.cpp)
target_include_directories(lb_tinyxml2 PRIVATE src)
target_compile_options(lb_tinyxml2 PRIVATE -include ${CMAKE_SOURCE_DIR}/cmake/tinyxml2_prefix.h)

# Convex hulls: the reentrant library. Memory, messages and the way out after an error are ours
# (qhull_user.c): no standard streams, no exit, no longjmp.
set(qhull_files geom_r geom2_r global_r io_r libqhull_r mem_r merge_r poly_r poly2_r qset_r random_r
                stat_r user_r)
list(TRANSFORM qhull_files PREPEND "${qhull_dir}/src/libqhull_r/")
list(TRANSFORM qhull_files APPEND ".c")
include(cmake/qhull_constants.cmake)
lb_qhull_with_constants(qhull_files "${CMAKE_BINARY_DIR}/qhull" ${qhull_files})
lb_third_party(lb_qhull ${qhull_dir}/src ${qhull_files} ${CMAKE_SOURCE_DIR}/cmake/qhull_user.c)
target_include_directories(lb_qhull PRIVATE src ${qhull_dir}/src/libqhull_r)
target_compile_definitions(lb_qhull PUBLIC qh_NOtrace qh_KEEPstatistics=0)
# its functions stay what they are: two of the joined ones would be compiled well for a single hull (src/base/compiler.h)
target_compile_options(lb_qhull PRIVATE -include ${CMAKE_SOURCE_DIR}/cmake/qhull_prefix.h -fno-inline-functions)
foreach(defines global_r:LB_QHULL_OPTION io_r:LB_QHULL_IO stat_r:LB_QHULL_STATISTICS poly2_r:LB_QHULL_LISTS
                libqhull_r:LB_QHULL_LISTS user_r:LB_QHULL_USER)
  string(REPLACE ":" ";" defines "${defines}")
  list(GET defines 0 file)
  list(GET defines 1 macro)
  set_source_files_properties(${CMAKE_BINARY_DIR}/qhull/${file}.c PROPERTIES
                              COMPILE_DEFINITIONS ${macro})
endforeach()

# Convex collision (GJK, EPA, MPR), in double precision.
set(ccd_config "${CMAKE_BINARY_DIR}/ccd")
file(CONFIGURE OUTPUT "${ccd_config}/ccd/config.h"
     CONTENT "#pragma once\n#define CCD_DOUBLE\n" @ONLY)
file(GLOB ccd_files "${libccd_dir}/src/ccd.c" "${libccd_dir}/src/mpr.c"
     "${libccd_dir}/src/polytope.c" "${libccd_dir}/src/support.c" "${libccd_dir}/src/vec3.c")
lb_third_party(lb_ccd "${libccd_dir}/src;${ccd_config}" ${ccd_files})
target_compile_definitions(lb_ccd PUBLIC CCD_STATIC_DEFINE)
target_compile_options(lb_ccd PRIVATE -O2) # runs in every step that uses it

# Inflate, for PNG files and zip archives; natively deflate, too, for archives.
lb_third_party(lb_libdeflate ${libdeflate_dir} ${libdeflate_dir}/lib/deflate_decompress.c
               ${libdeflate_dir}/lib/utils.c
               $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:${libdeflate_dir}/lib/deflate_compress.c>)
target_compile_options(lb_libdeflate PRIVATE -O2) # where loading textures spends its time
if(EMSCRIPTEN)
  target_compile_options(lb_libdeflate PRIVATE
    -include ${CMAKE_SOURCE_DIR}/cmake/libdeflate_prefix.h)
endif()

# Header-only: the one source that defines the implementation belongs to src/asset. A table that a
# JPEG lacks is clear (image.c), and codes without length, which only such a table has, are an error.
# Bits behind the end of a scan are zeros, and not shifted by more than there is room for.
lb_edit_copy("${stb_dir}/stb_image.h" "${CMAKE_BINARY_DIR}/stb/stb_image.h"
             "if (s > j->code_bits)" "if (s == 0 || s > j->code_bits)"
             "j->code_buffer |= b <<" "if (b) j->code_buffer |= b <<")
add_library(lb_stb INTERFACE)
target_include_directories(lb_stb SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/stb)
