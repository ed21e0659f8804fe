#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# build.sh [OPTION]... - builds target/native/pmix4j, the command line tool as a native executable, and its symbols in pmix4j.debug, with
# native-image of GraalVM or Mandrel 25. Options go to native-image; -Ob builds faster, for a try. Takes 3 to 5 minutes and 5 GB of memory.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
here=$root/releng/native
. "$root/releng/shell/program.sh"
. "$shell/build-launcher.sh"

case ${1:-} in
-h | --help)
	cat <<TEXT
Usage: ./pmix4j native [OPTION]...
Builds target/native/pmix4j, a native executable to which ./pmix4j then leads as long as it is newer than the sources, and beside it
pmix4j.debug, its symbols for debuggers and profilers. Takes 3 to 5 minutes, 5 GB of memory, gcc and zlib1g-dev. native-image 25 is found
in GRAALVM_HOME, on PATH, or as PMIX4J_NATIVE_IMAGE.

  OPTION       Passed on to native-image; -Ob builds faster, for a try.
  -h, --help   Show this help and exit.
TEXT
	exit ;;
esac

# Sets image to the command native-image.
find_native_image() {
	if [ -n "${PMIX4J_NATIVE_IMAGE:-}" ]; then
		image=$PMIX4J_NATIVE_IMAGE
	elif [ -n "${GRAALVM_HOME:-}" ]; then
		image=$GRAALVM_HOME/bin/native-image
	else
		image=$(command -v native-image) || image=''
	fi
	if [ -z "$image" ] || ! [ -x "$image" ]; then
		cat >&2 <<TEXT
pmix4j native: ${image:-native-image} is not there. Install GraalVM 25 (https://www.graalvm.org/downloads) or Mandrel 25
(https://github.com/graalvm/mandrel/releases), and set GRAALVM_HOME to its folder; or set PMIX4J_NATIVE_IMAGE to the command native-image.
TEXT
		exit 1
	fi
	command -v gcc >/dev/null || {
		echo "pmix4j native: gcc is missing; on Debian: sudo apt-get install gcc zlib1g-dev" >&2
		exit 1
	}
}

# Sets javac and the class path with the annotations of native-image, which its own JDK has anyway.
find_compiler() {
	beside=$(dirname "$(readlink -f "$image")")
	if [ -x "$beside/javac" ]; then
		tools=$beside annotations=''
	elif [ -d "$beside/jars" ] && [ -x "$beside/jdk/bin/javac" ]; then
		tools=$beside/jdk/bin annotations=$beside/jars/*
	else
		echo "pmix4j native: there is no javac beside $image; PMIX4J_NATIVE_IMAGE must be the command in the folder of its JDK" >&2
		exit 1
	fi
}

find_native_image
[ "${1:-}" != --check ] || exit 0 # the question was only whether there is one
find_compiler
if [ "${1:-}" = --licenses ]; then # releng/release.sh takes those of what it links in
	mkdir -p "$2"
	cp -L "$tools/../legal/java.base"/* "$2/"
	exit
fi
find_jdk 21 'pmix4j native' || exit 1
jdk=$jdk_home
mkdir -p "$out" "$root/target/native"
lock "$root/target/native/lock" 'pmix4j native' || exit 1
find_libraries
[ -d "$libraries" ] || fetch_libraries
annotation=$(echo "$libraries"/jspecify-*.jar)

work=$(mktemp -d "$root/target/native/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
: >"$work/started" # the next call of pmix4j compares the times of the sources with this one
collect_sources "$work"
# the executable has a binding of its own to the C library
{ grep -v '/BoundLibrary\.java$' "$work/sources" && find releng/native/src -name '*.java'; } >"$work/own-sources"
# strings joined by method handles of their own would need more memory and time
"$tools/javac" -g -parameters -XDstringConcat=inline -encoding UTF-8 -proc:none -nowarn --add-exports java.base/sun.nio.ch=ALL-UNNAMED \
	-cp "$annotation${annotations:+:$annotations}" -d "$work/classes" "@$work/own-sources"
"$tools/java" releng/native/Records.java "$work/classes"
mkdir -p "$work/classes/META-INF/native-image/org.pmix4j/cli"
"$tools/java" releng/native/Metadata.java "$work/classes" "$annotation" "$work/classes/META-INF/native-image/org.pmix4j/cli/reachability-metadata.json"
gcc -O2 -Wall -Wextra -c -o "$work/start.o" releng/native/start.c

# with -Os alone, the code would call a slow way of the runtime for each object, 250 times in a fence of 4 ranks
# a level that the user chooses takes the place of this one: behind it, -O3 would keep some of its settings
level=-Os objects=-H:-ReduceCodeSize
for option in "$@"; do
	case $option in
	-O*) level='' objects='' ;;
	esac
done
# the tables of options and attributes, and what is read from resources, do not depend on where and when the executable runs
for place in org.pmix4j.model org.pmix4j.job.options org.pmix4j.job.internal.policy org.pmix4j.cli.Version \
	org.pmix4j.process.internal.cleanup.WatchdogScript; do
	set -- "--initialize-at-build-time=$place" "$@"
done
for place in bytes internal print; do
	set -- "--initialize-at-run-time=org.pmix4j.model.$place" "$@"
done
# code addresses as offsets need no relocation, which would write to 2 MB of pages at each start
# the baseline of all 64-bit processors; ranks get the memory that is left, so a quarter is enough, as for a JVM
"$image" --no-fallback ${level:+"$level"} -g -march=compatibility -cp "$work/classes:$annotation" -o "$work/pmix4j" \
	--add-exports=java.base/sun.nio.ch=ALL-UNNAMED -H:+UnlockExperimentalVMOptions -H:-ParseRuntimeOptions \
	-H:+RelativeCodePointers ${objects:+"$objects"} \
	-R:MaximumHeapSizePercent=25 "-H:NativeLinkerOption=$work/start.o" "$@" org.pmix4j.cli.Executable >"$work/log" 2>&1 || {
	tail -n 30 "$work/log" >&2
	cp "$work/log" "$root/target/native/build.log"
	echo "pmix4j native: the build failed; its whole output is in $root/target/native/build.log" >&2
	exit 1
}
cp "$work/log" "$root/target/native/build.log"
"$work/pmix4j" --version >/dev/null
mv "$work/started" "$root/target/native/pmix4j.started"
mv "$work/pmix4j.debug" "$root/target/native/pmix4j.debug"
mv "$work/pmix4j" "$root/target/native/pmix4j"
echo "pmix4j native: built $root/target/native/pmix4j ($(($(wc -c <"$root/target/native/pmix4j") / 1000000)) MB)" >&2
