# SPDX-License-Identifier: EPL-2.0
# Sourced by "pmix4j ide", and by the start of a released workbench. Reads jdk_home. POSIX sh.
workspace=${XDG_CACHE_HOME:-${HOME:-}/.cache}/pmix4j/workspace

# can_show_workbench COMMAND: fails, with a message, if the machine lacks what the workbench needs.
can_show_workbench() {
	case $(uname -s)-$(uname -m) in
	Linux-x86_64) ;;
	*)
		echo "$1: the workbench is built for Linux on x86_64 only; elsewhere install the update site into your own Eclipse" >&2
		return 1
		;;
	esac
	if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
		echo "$1: there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session or" >&2
		echo "  over ssh -X; on a machine without a screen: xvfb-run $1" >&2
		return 1
	fi
	if command -v ldconfig >/dev/null && ! ldconfig -p | grep -q 'libgtk-3\.so'; then
		echo "$1: GTK 3 is missing; on Debian: sudo apt-get install libgtk-3-0" >&2
		return 1
	fi
	if command -v ldconfig >/dev/null && ! ldconfig -p | grep -q 'libwebkit2gtk-4\.[01]\.so'; then
		echo "$1: WebKitGTK is missing, so Help opens in a web browser and the Welcome page is plain; on Debian:" >&2
		echo "  sudo apt-get install libwebkit2gtk-4.1-0" >&2
	fi
}

# remove_broken_help_index FOLDER: removes the search index of Help if the workbench in a folder ended while it was made for the first time.
# The platform cannot use such an index ("invalid version") and does not make it anew.
remove_broken_help_index() {
	for index in "$1"/configuration/org.eclipse.help.base/index/*/; do
		[ -d "$index" ] || continue
		grep -q '^lucene=[0-9]*\.[0-9]*\.[0-9]' "$index/indexed_dependencies" 2>/dev/null && continue
		# a workbench that makes it now has its files open
		# shellcheck disable=SC2012 # only the targets of the links matter
		ls -l /proc/[0-9]*/fd 2>/dev/null | grep -qF -- "-> $(cd "$index" && pwd -P)/" || rm -rf "$index"
	done
}

# become_workbench FOLDER DEFAULTS OPTION ARGUMENT...: becomes the workbench in a folder, with a file of its defaults and an option of the JVM.
# PMIX4J_JAVA_OPTIONS holds further ones; arguments are passed to the workbench.
become_workbench() {
	folder=$1 defaults=$2 option=$3
	shift 3
	mkdir -p "$workspace" || return 1
	remove_broken_help_index "$folder"
	# shellcheck disable=SC2086 # split into words on purpose
	exec "$jdk_home/bin/java" --enable-native-access=ALL-UNNAMED ${PMIX4J_JAVA_OPTIONS:-} "$option" \
		-jar "$folder"/plugins/org.eclipse.equinox.launcher_*.jar -data "$workspace" -pluginCustomization "$defaults" "$@"
}
