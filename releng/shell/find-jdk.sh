# SPDX-License-Identifier: EPL-2.0
# Sourced by mvnw and pmix4j. POSIX sh; starts no process unless it must search PATH for a JDK.

# jdk_version HOME: sets jdk_major and jdk_runtime (the full version) from HOME/release; fails if HOME is not a JDK.
jdk_version() {
	jdk_major='' jdk_runtime=''
	[ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
	while IFS='=' read -r jdk_key jdk_value || [ -n "$jdk_key" ]; do
		jdk_value=${jdk_value#\"}
		jdk_value=${jdk_value%\"}
		case $jdk_key in
		JAVA_VERSION)
			jdk_major=${jdk_value%%[!0-9]*}
			# usually both are known here; a long line follows, which the shell would read byte by byte
			[ -z "$jdk_runtime" ] || break
			jdk_runtime=$jdk_value
			;;
		JAVA_RUNTIME_VERSION) jdk_runtime=$jdk_value ;;
		esac
	done <"$1/release"
	[ -n "$jdk_major" ]
}

# jdk_folders FUNCTION: calls FUNCTION with each folder that may be a JDK.
jdk_folders() {
	for jdk_folder in /usr/lib/jvm/* /usr/lib64/jvm/* /opt/* /opt/java/* /opt/jdk/* /usr/local/* /usr/local/lib/jvm/* \
		/Library/Java/JavaVirtualMachines/*/Contents/Home \
		"${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.jbang/cache/jdks/* "${HOME:-}"/.asdf/installs/java/* \
		"${HOME:-}"/.local/share/mise/installs/java/*; do
		"$1" "$jdk_folder"
	done
}

jdk_consider() {
	jdk_version "$1" || return 0
	if [ "$jdk_major" -lt "$jdk_min" ]; then
		jdk_rejected="$jdk_rejected $1 ($jdk_major)"
	elif [ "$jdk_major" -gt "$jdk_best_major" ]; then
		jdk_best=$1 jdk_best_major=$jdk_major
	fi
}

# find_jdk MINIMUM COMMAND: sets jdk_home, jdk_major and jdk_runtime to JAVA_HOME, else to the JDK of java on PATH, else to
# the newest in the usual folders. If none is new enough, fails with a message of COMMAND that says what to install.
find_jdk() {
	jdk_min=$1 jdk_best='' jdk_best_major=0 jdk_rejected=''
	if [ -n "${JAVA_HOME:-}" ]; then jdk_consider "$JAVA_HOME"; fi
	if [ -z "$jdk_best" ] && jdk_java=$(command -v java); then
		jdk_java=$(readlink -f "$jdk_java" 2>/dev/null) || jdk_java=''
		jdk_consider "${jdk_java%/bin/java}"
	fi
	if [ -z "$jdk_best" ]; then jdk_folders jdk_consider; fi
	if [ -n "$jdk_best" ]; then
		jdk_home=$jdk_best
		jdk_version "$jdk_home"
		return
	fi
	cat >&2 <<EOF
$2: no JDK $jdk_min or newer found. Searched JAVA_HOME (${JAVA_HOME:-not set}), java on PATH, and the usual folders
(/usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks, ...)${jdk_rejected:+; too old:$jdk_rejected}. Install one, for example:
  Debian 12 (whose newest own package is 17): the package temurin-25-jdk of Eclipse Temurin, see https://adoptium.net/installation,
    or unpack Temurin's .tar.gz so that /opt/jdk-25/bin/javac or ~/.jdks/jdk-25/bin/javac exists
  Debian 13, Ubuntu 24.04: sudo apt-get install openjdk-21-jdk-headless
or, if there is a JDK elsewhere: export JAVA_HOME=/path/to/jdk
EOF
	return 1
}
