#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# warm.sh - compares launches in a host that already runs (Warm.java), and by "pmix4j submit", with a cold "pmix4j run" and a cold mpirun,
# in turn. Needs the same tools as run.sh. Options: warm.sh --help.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd -P)
case " $* " in
*" --help "* | *" -h "*) exec python3 "$here/warm.py" --help ;;
esac
. "$root/releng/shell/program.sh"
use_program
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
pmixcc -std=gnu11 -O2 -Wall -Wextra -o "$work/client" "$here/client.c"
"$jdk/bin/javac" -cp "$app/pmix4j.jar" -d "$work" "$here/Warm.java"
classes=$app/pmix4j.jar
for jar in "$out"/lib-*/*.jar; do
	classes=$classes:$jar
done
python3 "$here/warm.py" --work "$work" --pmix4j "$root/pmix4j" --java "$jdk/bin/java" --arguments "$app/java.args" \
	--classes "$classes:$work" "$@"
