#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# run.sh - measures codec and event loop with JMH. Compiles the bundles' sources itself, so it needs no previous build.
# Arguments are passed to JMH: part of a benchmark's name, -h for help, -prof gc for allocated bytes, -f 3 for three JVMs.
# --quick as the first argument: shorter and less precise. A full run takes about ten minutes, a quick one about two.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
. "$root/releng/shell/find-jdk.sh"
. "$root/releng/shell/own-mvn.sh"
find_jdk 21 run.sh || exit 1

libraries=$here/target/lib-$(cksum <"$here/libraries.xml" | tr ' ' -)
classes=$here/target/classes
if [ ! -d "$libraries" ]; then
	echo "run.sh: fetching JMH ..." >&2
	rm -rf "$libraries.new"
	mkdir -p "$libraries.new"
	own_mvn run.sh "$here/target" -f "$here/libraries.xml" \
		org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$libraries.new"
	mv "$libraries.new" "$libraries"
fi

rm -rf "$classes"
mkdir -p "$classes"
find "$root/bundles/org.pmix4j.model/src" "$root/bundles/org.pmix4j.wire/src" "$here/src" -name '*.java' >"$here/target/sources"
"$jdk_home/bin/javac" --release 21 -encoding UTF-8 -nowarn -Xlint:none -cp "$libraries/*" \
	-proc:full -d "$classes" "@$here/target/sources"

if [ "${1:-}" = --quick ]; then
	shift
	set -- -wi 2 -w 500ms -i 3 -r 500ms "$@"
fi
exec "$jdk_home/bin/java" -cp "$classes:$libraries/*" org.openjdk.jmh.Main "$@"
