# For scripts that were written for BenchmarkSQL:  . ./funcs.sh PROPS
# Gives them getProp NAME, which prints a setting, and setCP, which sets myCP to the class path. Works with bash and dash.
PROPS=$1
if [ ! -f "$PROPS" ]; then
    echo "${PROPS:-(no props file given)}: no such properties file" >&2
    exit 1
fi
getProp() { "${BMSQL:-./bmsql}" property "$PROPS" "$1"; }
setCP() { myCP=$("${BMSQL:-./bmsql}" class-path) && export myCP; }
