#!/usr/bin/env bash
# check_kernel_symbols.sh VARIANT OBJECT...: no inline function of the kernels can reach another variant.
#
# kernels.cpp is compiled once for each instruction set. Where two object files define the same weak
# symbol (an inline function, a template), the linker keeps one of them for both: an AVX-512 copy of
# std::max would then run on a processor without AVX-512, and end the program there. So every symbol
# that these objects show to the linker must carry a namespace that only this variant has:
# attx::VARIANT or Eigen_VARIANT, as its own or as that of a template argument.
set -euo pipefail
variant=$1
shift

# Symbols that may be shared, each with its reason.
allowed=(
    'DW\.ref\.__gxx_personality_v0' # a pointer for exception tables: data, the same in every variant
)
allowed_pattern="^($(IFS='|'; printf '%s' "${allowed[*]}"))\$"

if (($# == 0)); then
    echo "No object files given for the variant $variant." >&2
    exit 1
fi

symbols=$(nm --demangle --defined-only --extern-only --format=posix "$@")
own=$(grep -cE "\b(attx::$variant|Eigen_$variant)::" <<< "$symbols" || true)
if ((own == 0)); then
    echo "No symbol in attx::$variant or Eigen_$variant; are these the objects of that variant? $*" >&2
    exit 1
fi

# Lines are "NAME TYPE VALUE SIZE", where a demangled name may hold spaces; headings end in a colon.
foreign=$(sed -nE 's/ [A-Za-z] [0-9a-f]+( [0-9a-f]+)?$//p' <<< "$symbols" |
    grep -vE "\b(attx::$variant|Eigen_$variant)::" | grep -vE "$allowed_pattern" || true)
if [[ -n $foreign ]]; then
    echo "These symbols of the variant $variant could be merged with those of other files:"
    printf '    %s\n' "${foreign//$'\n'/$'\n    '}"
    echo "Give a function internal linkage, or move it into attx::$variant (in kernels.cpp: namespace ATTX_KERNELS);"
    echo "in place of a standard container, let the caller pass plain memory."
    exit 1
fi >&2
