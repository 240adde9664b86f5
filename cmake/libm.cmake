# lbm: musl's mathematical functions under the prefix lbm_ (see src/math/libm.h).
#
# The sources come with Emscripten (system/lib/libc/musl/src/math). They are compiled alike into the
# native build and into the module, never instrumented, never contracted: one libm, the same bits.

set(lbm_musl "${LB_EMSCRIPTEN_ROOT}/system/lib/libc/musl")
if(NOT EXISTS "${lbm_musl}/src/math/sin.c")
  message(FATAL_ERROR "musl's sources are not in '${lbm_musl}'. Run `npm run setup` first: it makes "
                      ".toolchain/emscripten, or set LB_EMSCRIPTEN_ROOT to Emscripten's folder.")
endif()

# One file each, and what it defines beyond its own name.
set(lbm_functions sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10
                  log1p pow cbrt hypot fmod scalbn)
set(lbm_helpers __sin __cos __tan __rem_pio2 __rem_pio2_large __expo2 __math_divzero
                __math_invalid __math_oflow __math_uflow __math_xflow)
set(lbm_data exp_data log_data log2_data pow_data)
set(lbm_other_symbols __sinl __cosl __tanl __exp_data __log_data __log2_data __pow_log_data)

# Host headers first, under their own names; from there on every name below is ours.
set(lbm_prefix "#include <float.h>\n#include <stdint.h>\n#include <math.h>\n#include <endian.h>\n")
string(APPEND lbm_prefix "#undef hidden\n#define hidden\n#undef __FP_FAST_FMA\n")
foreach(name IN LISTS lbm_functions lbm_helpers lbm_other_symbols)
  string(APPEND lbm_prefix "#undef ${name}\n#define ${name} lbm_${name}\n")
endforeach()
foreach(name IN LISTS lbm_functions)
  set(arguments "double")
  if(name MATCHES "^(atan2|pow|hypot|fmod)$")
    set(arguments "double, double")
  elseif(name STREQUAL "scalbn")
    set(arguments "double, int")
  endif()
  string(APPEND lbm_prefix "double ${name}(${arguments});\n")
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/lbm/lbm_prefix.h" CONTENT "${lbm_prefix}" @ONLY)

set(lbm_sources ${lbm_functions} ${lbm_helpers} ${lbm_data})
list(TRANSFORM lbm_sources PREPEND "${lbm_musl}/src/math/")
list(TRANSFORM lbm_sources APPEND ".c")

# the reduction of huge angles stays a function of its own: few models need it (LB_APART, src/base/compiler.h)
set_source_files_properties("${lbm_musl}/src/math/__rem_pio2_large.c" PROPERTIES COMPILE_OPTIONS "-fno-inline;-Oz")
add_library(lbm STATIC ${lbm_sources})
target_include_directories(lbm PRIVATE "${lbm_musl}/src/internal" "${lbm_musl}/arch/generic")
target_compile_options(lbm PRIVATE -include "${CMAKE_BINARY_DIR}/lbm/lbm_prefix.h" -O2 -w
                                   -fno-builtin -fno-math-errno -ffp-contract=off ${LB_LTO_FLAGS})
