# SPDX-License-Identifier: EPL-2.0
# Sourced by the scripts in examples. They need nothing from a launcher but the variables with which it names its PMIx server to every
# process: the class path is that of this checkout. POSIX sh.
set -eu
root=$(cd "${0%/*}/.." && pwd -P)
. "$root/releng/shell/program.sh"

# run_example CLASS ARGUMENTS: becomes the JVM of an example. The first process compiles the examples if it must. The JVM is a rank, so the
# user's options for ranks are for it; our choices, such as that of the collector, may contradict them.
run_example() {
	use_program
	if take_back; then
		exec "$jdk/bin/java" "@$app/plain.args" "@$app/examples.args" "$@"
	fi
	# shellcheck disable=SC2086 # split into words on purpose
	exec "$jdk/bin/java" "@$app/java.args" "@$app/tool.args" "@$app/examples.args" $jvm_limits "$@"
}
