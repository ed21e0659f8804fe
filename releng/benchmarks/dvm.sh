#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# dvm.sh - measures what an engine needs for a job on many nodes: a DVM of 1,000 nodes and up to 65,536 ranks is simulated in a second
# process (dvm/Dvm.java). Prints a table. Options: dvm.sh --help. Takes about two minutes and 1 GB of memory.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
measure=$here/dvm.py
. "$here/tools.sh"
"$jdk/bin/javac" -encoding UTF-8 -nowarn -Xlint:none -proc:none -cp "$classes" -sourcepath "$root/tests/org.pmix4j.testkit/src" -d "$work" \
	"$here"/dvm/Dvm.java
python3 "$measure" --java "$jdk/bin/java" --classes "$work:$classes" "$@"
