# SPDX-License-Identifier: EPL-2.0
# Sourced by the benchmarks that need the built program. Reads here, their folder, and measure, the Python program that does the measuring;
# shows its help if that is asked for. Sets root, jdk, app, classes, the class path of the program, and work, a folder that is removed at the
# end. POSIX sh.
root=$(cd "$here/../.." && pwd -P)
case " $* " in
*" --help "* | *" -h "*) exec python3 "$measure" --help ;;
esac
. "$root/releng/shell/program.sh"
use_program
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
classes=$app/pmix4j.jar
for jar in "$out"/lib-*/*.jar; do
	classes=$classes:$jar
done
