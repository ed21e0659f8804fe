# SPDX-License-Identifier: EPL-2.0
# Sourced by pmix4j and by example.sh. Finds the program that was built from this checkout, and builds it if it is missing or
# outdated. Reads root, the folder of the checkout; use_program sets jdk and app. POSIX sh.
shell=$root/releng/shell
if [ -w "$root/." ]; then
	out=$root/target/pmix4j
else
	out=${XDG_CACHE_HOME:-${HOME:?is not set, so there is no folder for the program; set HOME or XDG_CACHE_HOME}/.cache}/pmix4j/checkout-$(cd "$root" && pwd -P | cksum | tr ' ' -)
fi
. "$shell/find-jdk.sh"
environment='' reads_environment=false

# use_program [--with-environment]: sets jdk and app; with the option also environment, see print_environment.
use_program() {
	if [ -n "${PMIX4J_TRAINED_APP:-}" ]; then # set by the build, which holds the lock
		jdk=$PMIX4J_TRAINED_JDK app=$PMIX4J_TRAINED_APP
		return 0
	fi
	[ $# -eq 0 ] || reads_environment=true
	if ! is_current; then
		. "$shell/build-launcher.sh"
		build_launcher # with "||" the shell would continue after a failed step
		environment=$(print_environment)
	fi
}

# Prints the environment with which this shell was started, in Base64, in words that fit into a variable. The shell itself may pass on only
# the variables whose names it can spell.
print_environment() {
	! $reads_environment || base64 -w 100000 "/proc/$$/environ" 2>/dev/null || :
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

# Succeeds if $out/current names a program that was built from these sources with a JDK that still exists. Sets jdk, app and environment.
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
	# both at once, as each takes a millisecond; Base64 has no '!'
	environment=$(
		print_environment &
		exec find "$root"/bundles/org.pmix4j.*/src "$root"/example[s] "$shell" -cnewer "$out/current" -exec echo '!' \; -quit 2>/dev/null
	)
	case $environment in
	*!*) return 1 ;;
	esac
}
