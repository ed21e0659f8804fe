# SPDX-License-Identifier: EPL-2.0
# Sourced by mvnw and pmix4j, after find-jdk.sh. POSIX sh.

# own_mvn WHO FOLDER ARGUMENTS: runs the machine's own Maven, of whatever release 3, in FOLDER, without the checkout's
# .mvn, which is not for that Maven. The machine's own java suits its own mvn best; jdk_home is for where there is none.
own_mvn() {
	if ! command -v mvn >/dev/null; then
		echo "$1: needs any Maven 3 on PATH to fetch artifacts with; for example: sudo apt-get install maven" >&2
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

# lock FILE WHO: at most one process at a time goes on from here until unlock or its end. Without flock(1) there is
# no waiting: the work is done twice, and its result still appears by a rename.
lock() {
	command -v flock >/dev/null || return 0
	exec 9>"$1"
	if ! flock -n 9; then
		echo "$2: waiting for another first start ..." >&2
		flock -w 900 9 || { echo "$2: waited 15 minutes for the owner of $1" >&2 && return 1; }
	fi
}

unlock() {
	exec 9>&-
}
