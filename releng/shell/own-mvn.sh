# SPDX-License-Identifier: EPL-2.0
# Sourced by mvnw and pmix4j, after find-jdk.sh. POSIX sh.

# own_mvn COMMAND FOLDER ARGUMENTS: runs the installed Maven, any release 3, in FOLDER. It ignores the checkout's .mvn, which
# is for another release. It runs on the installed java, which suits it best, or on jdk_home if there is none.
own_mvn() {
	if ! command -v mvn >/dev/null; then
		echo "$1: fetching artifacts needs Maven 3 on PATH; on Debian: sudo apt-get install maven" >&2
		return 1
	fi
	(
		cd "$2" || exit 1
		shift 2
		if [ -z "${JAVA_HOME:-}" ] && ! command -v java >/dev/null; then
			JAVA_HOME=$jdk_home
			export JAVA_HOME
		fi
		MAVEN_BASEDIR=$PWD
		export MAVEN_BASEDIR
		exec mvn -B -q -Dstyle.color=never "$@"
	)
}

# lock FILE COMMAND: lets one process at a time continue until it unlocks or ends. Without flock(1) nothing waits: the work
# may be done twice, but each result is still published by a rename. Another user may have created the file, which is then only read.
lock() {
	command -v flock >/dev/null || return 0
	# NFS locks only files that are open for writing
	if [ -e "$1" ] && ! [ -w "$1" ]; then exec 9<"$1"; else exec 9>>"$1"; fi
	if ! flock -n 9; then
		echo "$2: waiting for another call that builds or fetches the same ..." >&2
		flock -w 900 9 || { echo "$2: gave up after 15 minutes: another process still holds $1" >&2 && return 1; }
	fi
}

unlock() {
	exec 9>&-
}
