#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# scale.sh - measures operations of one server against the number of ranks, up to a million, without processes and sockets (scale/Scale.java).
# Writes a table (TSV) and a plot (SVG). Options: scale.sh --help. Takes about a minute and 1 GB of memory.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd -P)
case " $* " in
*" --help "* | *" -h "*) exec python3 "$here/scale.py" --help ;;
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
"$jdk/bin/javac" -encoding UTF-8 -nowarn -Xlint:none -proc:none -cp "$classes" -sourcepath "$root/tests/org.pmix4j.testkit/src" -d "$work" \
	"$here"/scale/*.java
python3 "$here/scale.py" --java "$jdk/bin/java" --classes "$work:$classes" "$@"
