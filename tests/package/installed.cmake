# Installs limber into a folder of its own and builds examples/c against the copy: through
# find_package, and by the flags of pkg-config, without C++ and from a place the copy was moved to.
#
# cmake -D BUILD=... -D SOURCE=... -D COMPILER=... -D NM=... -P tests/package/installed.cmake

set(work "${BUILD}/installed")
file(REMOVE_RECURSE "${work}")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(code)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}\n${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

function(expect_drop program)
  run("${program}")
  # at rest on the floor: the radius, less what the soft contact gives way
  if(NOT text MATCHES "after 2.0 s the ball lies at z = 0.(100|09[89]), with 1 contact")
    message(FATAL_ERROR "${program} said: ${text}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${work}/first")
file(RENAME "${work}/first" "${work}/prefix")

# only published names can be seen from outside
file(GLOB_RECURSE archives "${work}/prefix/*.a")
run("${NM}" -g --defined-only ${archives})
string(REGEX MATCHALL "[0-9a-f]+ [A-Z] [^\n]+" symbols "${text}")
foreach(symbol IN LISTS symbols)
  if(NOT symbol MATCHES "^[0-9a-f]+ [A-Z] mj")
    message(FATAL_ERROR "${archives} publishes '${symbol}'")
  endif()
endforeach()
if(NOT "${symbols}" MATCHES " mj_step")
  message(FATAL_ERROR "${archives} lacks mj_step")
endif()

# through CMake
run("${CMAKE_COMMAND}" -S "${SOURCE}/examples/c" -B "${work}/cmake" -G Ninja
    "-DCMAKE_C_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${work}/prefix"
    "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Werror")
run("${CMAKE_COMMAND}" --build "${work}/cmake")
expect_drop("${work}/cmake/drop")

# through pkg-config
file(GLOB_RECURSE files "${work}/prefix/*limber.pc")
list(GET files 0 file)
get_filename_component(folder "${file}" DIRECTORY)
run("${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${folder}" pkg-config --cflags --libs limber)
separate_arguments(flags UNIX_COMMAND "${text}")
run("${COMPILER}" "${SOURCE}/examples/c/drop.c" -o "${work}/drop" ${flags})
expect_drop("${work}/drop")

# in C++, whose rules for headers are stricter
run("${COMPILER}" -x c++ -std=c++17 -fsyntax-only -Wall -Werror "-I${work}/prefix/include"
    "${SOURCE}/examples/c/drop.c")

# under the published names of the headers
file(WRITE "${work}/published.c" "#include <mujoco/mujoco.h>
#include \"mujoco.h\"
#include <mujoco/mjplugin.h>
int main(void) {
  mjModel* m = NULL;
  (void)m;
  return mjVERSION_HEADER == mj_version() ? mjMIN(0, 1) : 1;
}
")
run("${COMPILER}" "-I${work}/prefix/include" "-I${work}/prefix/include/mujoco" -Wall -Werror
    "${work}/published.c" -o "${work}/published" ${flags})
run("${work}/published")
run("${COMPILER}" -x c++ -std=c++17 -fsyntax-only -Wall -Werror "-I${work}/prefix/include"
    "-I${work}/prefix/include/mujoco" "${work}/published.c")

# what programs written against the published headers use, all of it
set(include "-I${work}/prefix/include" "-I${work}/prefix/include/mujoco")
set(samples "${SOURCE}/tests/package/samples.c")
run("${COMPILER}" -std=c17 -Wall -Wextra -Wpedantic -Werror ${include} "${samples}" -o "${work}/samples" ${flags})
run("${work}/samples")
run("${COMPILER}" -x c++ -std=c++17 -fsyntax-only -Wall -Werror ${include} "${samples}")

# renderer and user interface are not there, and the compiler says so
function(expect_refusal use says)
  file(WRITE "${work}/refused.c" "#include <mujoco/mujoco.h>\nint main(void) { ${use}; return 0; }\n")
  execute_process(COMMAND "${COMPILER}" -Werror -fsyntax-only ${include} "${work}/refused.c"
                  RESULT_VARIABLE code ERROR_VARIABLE text)
  if(NOT code OR NOT text MATCHES "${says}")
    message(FATAL_ERROR "${use}: the compiler said '${text}'")
  endif()
endfunction()
expect_refusal("mjrContext context" "limber has no OpenGL renderer: draw the mjvScene")
expect_refusal("mjr_finish()" "limber has no OpenGL renderer: draw the mjvScene")
expect_refusal("mjUI ui" "limber has no OpenGL user interface")
expect_refusal("mjui_add(NULL, NULL)" "limber has no OpenGL user interface")
