# SPDX-License-Identifier: EPL-2.0
# Sourced by pmix4j and by example.sh. Finds the program that was built from this checkout, and builds it if it is missing or
# outdated. Reads root, the folder of the checkout; use_program sets jdk and app. POSIX sh.
shell=$root/releng/shell
out=$root/target/pmix4j
. "$shell/find-jdk.sh"
environment='' reads_environment=false stack='' memory='' jvm_limits=''
newline='
'
# The variables to which a JVM, its launcher or its compiler reacts. The user means ranks in Java with them.
jvm_variables='JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS JDK_AOT_VM_OPTIONS IBM_JAVA_OPTIONS OPENJ9_JAVA_OPTIONS
	_JAVA_LAUNCHER_DEBUG _JAVA_SR_SIGNUM JDK_ALTERNATE_VM'

# use_native WORD...: becomes the native executable, if the user wants that and it was built from these sources.
use_native() {
	executable=$root/target/native/pmix4j
	case ${PMIX4J_FORM:-} in
	jvm) return 0 ;;
	native)
		if ! [ -x "$executable" ]; then
			echo "pmix4j: PMIX4J_FORM is native, but there is no native executable; ./pmix4j native builds it" >&2
			exit 1
		fi ;;
	'')
		[ -x "$executable" ] && [ -z "${PMIX4J_TRAINED_APP:-}${PMIX4J_JAVA_OPTIONS:-}" ] || return 0
		# the class path of Java programs is that of the other form
		[ "${1:-}" != info ] || return 0 ;;
	*)
		echo "pmix4j: PMIX4J_FORM must be jvm or native, not '$PMIX4J_FORM'" >&2
		exit 2 ;;
	esac
	reads_environment=true
	if ! is_newer "$executable.started" "$root"/bundles/org.pmix4j.*/src "$root/releng/native"; then
		[ -n "${PMIX4J_FORM:-}" ] || return 0
		echo "pmix4j: PMIX4J_FORM is native, but the native executable is older than the sources; ./pmix4j native builds it" >&2
		exit 1
	fi
	# it reserves 32 GiB of addresses
	[ -n "${PMIX4J_FORM:-}" ] || [ "$memory" = unlimited ] || return 0
	make_room "$@"
	hand_on "$environment"
	trap explain_exec EXIT
	exec "$executable" "$@"
}

# use_program [--with-environment]: sets jdk, app and jvm_limits; with the option also environment, see print_environment. Sets the
# variables of JVMs aside.
use_program() {
	set_aside
	if [ -n "${PMIX4J_TRAINED_APP:-}" ]; then # set by the build, which holds the lock
		jdk=$PMIX4J_TRAINED_JDK app=$PMIX4J_TRAINED_APP
		return 0
	fi
	[ $# -eq 0 ] || reads_environment=true
	if ! is_current; then
		# what was released is left as it is
		if { ! [ -d "$root/lib" ] && [ -w "$root/." ] && can_build; } || { use_cache && ! is_current; }; then
			. "$shell/build-launcher.sh"
			build_launcher # with "||" the shell would continue after a failed step
			take_surroundings "$(print_surroundings)"
		fi
	fi
	limit_memory
}

# Renames the variables of JVMs, so that no JVM of ours sees them. OwnProcess.java knows the new names, too.
set_aside() {
	for name in $jvm_variables; do
		if eval "[ -n \"\${$name+x}\" ]"; then
			eval "export \"PMIX4J_ASIDE_$name=\$$name\""
			unset "$name"
		fi
	done
}

# Undoes set_aside, for a JVM that is a rank. Fails if there was nothing to undo.
take_back() {
	taken=1
	for name in $jvm_variables; do
		if eval "[ -n \"\${PMIX4J_ASIDE_$name+x}\" ]"; then
			eval "export \"$name=\$PMIX4J_ASIDE_$name\""
			unset "PMIX4J_ASIDE_$name"
			taken=0
		fi
	done
	return $taken
}

# Sets out to a folder of this user for the program of a checkout that the user cannot write to.
use_cache() {
	name=checkout-$(cd "$root" && pwd -P | cksum | tr ' ' -)
	cache=${XDG_CACHE_HOME:-${HOME:-/}/.cache}
	case $cache in
	/.cache | //.cache) ;; # there is no home
	/*)
		out=$cache/pmix4j/$name
		! is_usable || return 0 ;;
	esac
	# no other user can have made a private folder in the name of this one
	mine=${TMPDIR:-/tmp}/pmix4j-$(id -u)
	out=$mine/$name
	if { [ -d "$mine" ] || mkdir -m 700 "$mine" 2>/dev/null; } && [ -O "$mine" ] && ! [ -h "$mine" ] && chmod 700 "$mine" && is_usable; then
		[ -r "$out/current" ] || echo "pmix4j: neither the checkout nor the home (HOME is ${HOME:-not set}) can be written to, so the program" \
			"is kept in $out; XDG_CACHE_HOME names another folder" >&2
		return 0
	fi
	echo "pmix4j: there is no folder for the program: you can write neither to the checkout, $root, nor to the home (HOME is" \
		"${HOME:-not set}), and $mine is not yours; set XDG_CACHE_HOME to a folder of your own" >&2
	exit 1
}

# Succeeds if the program is in $out, or can be built there.
is_usable() {
	[ -r "$out/current" ] || can_build
}

# Succeeds if the program can be built in $out, which another user, such as root, may have made.
can_build() {
	mkdir -p "$out" 2>/dev/null && [ -w "$out/." ] && { ! [ -e "$out/lock" ] || [ -r "$out/lock" ]; }
}

# Prints a line each for the limits of the stack and of the memory in KiB, then, if it is wanted, the environment with which this shell
# was started, in Base64, in words that fit into a variable. The shell itself may pass on only the variables whose names it can spell.
print_surroundings() {
	ulimit -s
	ulimit -v 2>/dev/null || echo unlimited
	print_environment
}

print_environment() {
	! $reads_environment || base64 -w 100000 "/proc/$$/environ" 2>/dev/null || :
}

# take_surroundings TEXT: sets stack, memory and environment to what print_surroundings has printed.
take_surroundings() {
	environment=${1#*"$newline"}
	stack=${1%%"$newline"*}
	case $environment in
	*"$newline"*)
		memory=${environment%%"$newline"*}
		environment=${environment#*"$newline"} ;;
	*) memory=$environment environment='' ;;
	esac
}

# Sets jvm_limits to the options with which a JVM reserves less, if the virtual memory is limited. It would reserve some gigabytes, and as
# much again for the allocations of its threads.
limit_memory() {
	case ${PMIX4J_MAX_HEAP:-} in
	'') ;;
	*[!0-9]?* | *[!0-9kKmMgG] | [!1-9]*)
		echo "pmix4j: PMIX4J_MAX_HEAP must be a number with k, m or g behind it, such as 512m, not '$PMIX4J_MAX_HEAP'" >&2
		exit 2 ;;
	*) jvm_limits=-Xmx$PMIX4J_MAX_HEAP ;;
	esac
	case $memory in
	'' | *[!0-9]*) return 0 ;;
	esac
	if [ "$memory" -lt 500000 ]; then
		echo "pmix4j: the virtual memory is limited to $memory KiB, which is too little for a JVM; at least 500000 is needed: ulimit -v" >&2
		exit 1
	fi
	[ -n "$jvm_limits" ] || jvm_limits=-Xmx$((memory / 4))k
	jvm_limits="$jvm_limits -Xss512k -XX:ReservedCodeCacheSize=16m -XX:CompressedClassSpaceSize=32m"
	# ranks must not get it from an environment that is not handed on
	! $reads_environment || [ -n "$environment" ] || return 0
	export MALLOC_ARENA_MAX=1
}

# make_room WORD...: sets most to the number of bytes that exec passes on, which is a quarter of the stack's limit within bounds, and
# environment to nothing if it would not fit in besides these words.
make_room() {
	case $stack in
	'' | *[!0-9]*) most=6291456 ;;
	*) most=$((stack * 256)) ;;
	esac
	[ "$most" -le 6291456 ] || most=6291456
	[ "$most" -ge 131072 ] || most=131072
	words=$*
	size=$((${#environment} + ${#words} + $# * 9))
	[ $((${#environment} + size + 8192)) -lt "$most" ] || environment=''
}

# Explains why exec has failed, if it is because of the size of all words.
explain_exec() {
	[ $? -ne 126 ] || [ $((size * 2)) -lt "$most" ] || echo "pmix4j: the arguments and the environment are longer than the $most bytes that" \
		"the system passes on; raise the limit of the stack (ulimit -s), or shorten them" >&2
}

# hand_on WORDS: passes an environment in Base64 to OwnProcess.java.
hand_on() {
	part=0
	for words in $1; do
		export "PMIX4J_ENVIRONMENT_$part=$words"
		part=$((part + 1))
	done
	unset "PMIX4J_ENVIRONMENT_$part"
}

# Succeeds if $out/current names a program that was built from these sources with a JDK that still exists. Sets jdk, app, stack, memory and
# environment.
# Compares times of the last status change, because a copy may preserve the other dates; adding or removing a file changes the time of its
# folder.
is_current() {
	[ -r "$out/current" ] || return 1
	{
		read -r searched && read -r jdk && read -r runtime && read -r app && read -r built
	} <"$out/current" || return 1
	[ "$built" -ef "$root" ] && [ -r "$app/java.args" ] || return 1
	if [ "$searched" != "${JAVA_HOME:-}:$PATH" ]; then
		find_jdk 21 pmix4j || exit 1
		[ "$jdk_home" = "$jdk" ] || return 1
	fi
	jdk_version "$jdk" && [ "$jdk_runtime" = "$runtime" ] || return 1
	is_newer "$out/current" "$root"/bundles/org.pmix4j.*/src "$root"/example[s] "$shell"
}

# is_newer FILE PATH...: succeeds if nothing below the paths has changed since the file was written, and then sets stack, memory and
# environment.
is_newer() {
	file=$1
	shift
	# both at once, as each takes a millisecond; Base64 has no '!'
	surroundings=$(
		print_surroundings &
		exec find "$@" -cnewer "$file" -exec echo '!' \; -quit 2>/dev/null
	)
	case $surroundings in
	*!*) return 1 ;;
	esac
	take_surroundings "$surroundings"
}
