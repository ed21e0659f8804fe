#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# scale.sh - measures operations of one server against the number of ranks, up to a million, without processes and sockets (scale/Scale.java).
# Writes a table (TSV) and a plot (SVG). Options: scale.sh --help. Takes about a minute and 1 GB of memory.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
measure=$here/scale.py
. "$here/tools.sh"
"$jdk/bin/javac" -encoding UTF-8 -nowarn -Xlint:none -proc:none -cp "$classes" -sourcepath "$root/tests/org.pmix4j.testkit/src" -d "$work" \
	"$here"/scale/*.java
python3 "$measure" --java "$jdk/bin/java" --classes "$work:$classes" "$@"
