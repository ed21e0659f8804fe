# SPDX-License-Identifier: EPL-2.0
# Sourced by "pmix4j ide". Builds the workbench if it is missing or older than the sources, and becomes it. Reads root and
# shell. POSIX sh. PMIX4J_JAVA_OPTIONS holds options for the JVM; arguments are passed to the workbench.
. "$shell/own-mvn.sh"
. "$shell/workbench.sh"

root=$(cd "$root" && pwd -P)
shell=$root/releng/shell
product=$root/releng/org.pmix4e.product/target/products/org.pmix4e.product/linux/gtk/x86_64
built=$root/target/ide/built

ide() {
	case ${1:-} in
	-h | --help | help)
		cat <<EOF
Usage: ./pmix4j ide [ARGUMENT...]
Starts the Eclipse workbench with PMIx4E. Builds it first if it is missing or older than the sources, which takes some minutes the
first time. Needs Linux on x86_64, a display (xvfb-run makes one), GTK 3 and JDK 21 or newer.

      ARGUMENT         Passed on to the workbench, such as -data FOLDER for another workspace than
                       $workspace.
  -h, --help           Show this help and exit.

PMIX4J_JAVA_OPTIONS holds options for the JVM.
EOF
		return
		;;
	esac
	can_show_workbench "pmix4j ide" || return 1
	find_jdk 21 pmix4j || return 1
	ide_is_current || ide_build || return 1
	become_workbench "$product" "$shell/ide.ini" -Dpmix4j.script="$root/pmix4j" "$@"
}

ide_is_current() {
	[ -e "$built" ] && [ -d "$product/plugins" ] || return 1
	[ -z "$(find "$root"/bundles "$root"/releng/org.pmix4e.product "$root"/target-platform "$root"/pom.xml \
		-name target -prune -o -name '.?*' -prune -o -type f -cnewer "$built" -print | head -n 1)" ]
}

# ide_progress: reads the output of a build, and writes a line for each part of the workbench: pmix4j: 3/30 PMIx4J Wire
ide_progress() {
	sed -n -u 's|^\[INFO\] Building \(\[[a-z]*\] \)\{0,1\}\(.*\) [^ ][^ ]*  *\[\([0-9]*/[0-9]*\)\]$|pmix4j: \3 \2|p'
}

ide_build() {
	if ! mkdir -p "${built%/*}" 2>/dev/null || [ ! -w "${built%/*}" ]; then
		echo "pmix4j ide: cannot write to $root, where the workbench is built; use a checkout of your own" >&2
		return 1
	fi
	lock "${built%/*}/lock" pmix4j || return 1
	if ide_is_current; then # another call built it meanwhile
		unlock
		return 0
	fi
	log=${built%/*}/build.log
	echo "pmix4j: building the workbench (the first time some minutes, later about one; see $log) ..." >&2
	: >"$built.started" # the next call rebuilds if a source changes after this moment
	: >"$log"
	"$root/mvnw" -B -f "$root/pom.xml" -DskipTests package -pl releng/org.pmix4e.product -am </dev/null >"$log" 2>&1 9>&- &
	build=$!
	tail -n +1 -f --pid="$build" "$log" 2>/dev/null 9>&- | ide_progress >&2
	if ! wait "$build"; then
		grep '^\[ERROR\]' "$log" | cut -c 1-200 | head -n 15 >&2
		echo "pmix4j: the build failed; its whole output is in $log" >&2
		return 1
	fi
	mv "$built.started" "$built"
	unlock
}
