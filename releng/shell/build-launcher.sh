# SPDX-License-Identifier: EPL-2.0
# Sourced by program.sh if the program is missing or outdated. Compiles the bundles into one jar, fetches the libraries, and
# creates the JVM's start-up archive. A release has the jars in lib instead of sources (releng/release.sh). Reads root, shell and out;
# build_launcher sets jdk and app. POSIX sh.
. "$shell/own-mvn.sh"

main_class=org.pmix4j.cli.Main

build_launcher() {
	find_jdk 21 pmix4j || return 1
	mkdir -p "$out" && [ -w "$out/." ] || {
		echo "pmix4j: the program cannot be built in $out: permission denied, or no space; make that folder writable" >&2
		return 1
	}
	# the archive is valid only for these paths
	root=$(cd "$root" && pwd -P) out=$(cd "$out" && pwd -P) shell=$root/releng/shell
	lock "$out/lock" pmix4j || return 1
	if is_current; then # another call built it meanwhile
		unlock
		return 0
	fi
	log=$out/build.log
	rm -f "$log" # it may be another user's
	find_jdk 21 pmix4j || return 1
	jdk=$jdk_home
	find_libraries
	if [ -d "$libraries" ]; then
		echo "pmix4j: building (sources or JDK changed, about 10 s) ..." >&2
	else
		echo "pmix4j: building (first start, 10 to 60 s) ..." >&2
	fi
	app=$(mktemp -d "$out/app.XXXXXX") || return 1
	trap remove_unfinished EXIT
	for signal in INT TERM HUP; do
		# shellcheck disable=SC2064 # the signal of this turn
		trap "end_build $signal" $signal
	done
	: >"$app/started" # the next call rebuilds if a source changes after this moment
	set +e # in "if build_steps" the shell would continue after a failed step
	# in the background, because a trap waits for the end of a program in the foreground; it holds the lock, too, as it goes on if this
	# shell is killed
	(
		set -e
		trap - EXIT INT TERM HUP
		build_steps
	) </dev/null >"$log" 2>&1 &
	builder=$!
	wait "$builder"
	failed=$?
	set -e
	if [ "$failed" -ne 0 ]; then
		tail -n 15 "$log" >&2
		echo "pmix4j: the build failed; its whole output is in $log" >&2
		return 1
	fi
	publish
	trap - EXIT INT TERM HUP
	unlock
}

remove_unfinished() {
	rm -rf "$app" "$out"/fetch.*
}

# Ends the build by a signal, and dies of it, so that a loop of the calling shell stops as well.
end_build() {
	trap '' INT TERM HUP
	# shellcheck disable=SC2046 # several processes
	kill -s TERM $(descendants "$builder") "$builder" 2>/dev/null
	wait "$builder"
	remove_unfinished
	trap - EXIT "$1"
	kill -s "$1" $$
}

# Prints the processes that a process has started, directly or not.
descendants() {
	{
		# a small Linux has no ps
		if [ -e /proc/self/stat ]; then
			cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/^\([0-9]*\) (.*) [A-Za-z] \([0-9]*\) .*/\1 \2/p'
		else
			ps -A -o pid= -o ppid=
		fi
	} | awk -v root="$1" '
		{ parent[$1] = $2 }
		END { for (pid in parent) { for (up = parent[pid]; up != "" && up != root;) up = parent[up]; if (up == root) print pid } }'
}

build_steps() {
	[ -d "$libraries" ] || fetch_libraries
	compile
	class_path=$app/pmix4j.jar
	for jar in "$libraries"/*.jar; do
		class_path=$class_path:$jar
	done
	plain_arguments >"$app/plain.args"
	java_arguments >"$app/java.args"
	: >"$app/launcher.args"
	# GNU coreutils since 8.31
	! /usr/bin/env --ignore-signal=INT --block-signal=INT true 2>/dev/null || : >"$app/holds-signals"
	# a tool has done its work before most of its code would be compiled; a server of ranks gains from early compilation
	echo -XX:CompileThresholdScaling=4 >"$app/tool.args"
	compile_examples
	archive
}

# Fetches the libraries' jars. Unpacks JNA's native library, so that no start has to.
fetch_libraries() {
	fetched=$(mktemp -d "$out/fetch.XXXXXX")
	repository=''
	# without a home, there is no place for Maven's own files, either
	[ -w "${HOME:-/}/.m2/." ] || { [ "${HOME:-/}" != / ] && [ -w "$HOME/." ]; } || repository=-Dmaven.repo.local=$out/fetch.repository
	if [ -d "$root/lib" ]; then
		cp "$root"/lib/jna-*.jar "$root"/lib/jspecify-*.jar "$fetched"
	else
		own_mvn pmix4j "$fetched" ${repository:+"$repository"} -f "$shell/libraries.xml" \
			org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
			-DoutputDirectory="$fetched" -DexcludeTransitive=true
	fi
	case $(uname -s)-$(uname -m) in
	Linux-x86_64) native=linux-x86-64 ;;
	Linux-i?86) native=linux-x86 ;;
	Linux-*) native=linux-$(uname -m) ;;
	Darwin-arm64) native=darwin-aarch64 ;;
	Darwin-*) native=darwin-x86-64 ;;
	*) native=none ;;
	esac
	(cd "$fetched" && "$jdk/bin/jar" --extract --file jna-*.jar "com/sun/jna/$native")
	for file in "$fetched/com/sun/jna/$native"/*jnidispatch*; do
		[ ! -f "$file" ] || mv "$file" "$fetched/"
	done
	rm -rf "$fetched/com" "$fetched/META-INF"
	rm -rf "$out/fetch.repository"
	chmod 755 "$fetched" # for a checkout that several users share
	mv "$fetched" "$libraries"
}

# Sets libraries to the folder of the libraries' jars, which may be missing.
find_libraries() {
	libraries=lib-$(uname -m)-$(cksum <"$shell/libraries.xml" | tr ' ' -)
	# the owner of a checkout that this user cannot write to may have fetched them
	if [ -r "$root/target/pmix4j/$libraries/." ]; then libraries=$root/target/pmix4j/$libraries; else libraries=$out/$libraries; fi
}

# collect_sources FOLDER: puts the resources of the bundles into FOLDER/classes, and lists their sources in FOLDER/sources.
collect_sources() {
	mkdir "$1/classes"
	cd "$root"
	for bundle in bundles/org.pmix4j.*; do
		# the extension of JUnit needs libraries that the program does not
		[ "$bundle" != bundles/org.pmix4j.junit ] || continue
		cp -R "$bundle/src/." "$1/classes/"
		find "$bundle/src" -name '*.java' >>"$1/sources"
	done
	find "$1/classes" -name '*.java' -exec rm -f {} +
}

# Joins texts by a StringBuilder, as the JDK does in its own base module: what is linked at run time costs milliseconds at its first use.
compile_java() {
	"$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -XDstringConcat=inline --release 21 -encoding UTF-8 -proc:none \
		-nowarn "$@"
}

compile() {
	if [ -r "$root/lib/pmix4j.jar" ]; then
		cp "$root/lib/pmix4j.jar" "$app/"
		return
	fi
	classes=$app/classes
	collect_sources "$app"
	compile_java -g -parameters -cp "$libraries/*" -d "$classes" "@$app/sources"
	"$jdk/bin/jar" --create --file "$app/pmix4j.jar" --main-class "$main_class" -C "$classes" .
	rm -rf "$classes" "$app/sources"
}

# Compiles the Java examples. Their class path begins with that of the archive, so that the archive applies to them, too.
compile_examples() {
	mkdir "$app/examples"
	set -- "$root"/examples/*.java
	[ ! -f "$1" ] || compile_java -cp "$app/pmix4j.jar:$libraries/*" -d "$app/examples" "$@"
	printf '%s\n' -cp >"$app/examples.args"
	quoted "$class_path:$app/examples/" >>"$app/examples.args"
}

# Prints a word for one of Java's argument files, in which words with spaces must be quoted.
quoted() {
	printf '"%s"\n' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# Prints the arguments of all JVMs, one per line. releng/benchmarks/README.md has the gains in start time.
java_arguments() {
	set -- -XX:+UseSerialGC
	# the code of the second compiler never saves the time that compiling takes from the ranks, not even in 30,000 fences;
	# programs that embed the server use both compilers
	set -- "$@" -XX:TieredStopAtLevel=1
	# compiling methods that were hot in the training costs more than it saves
	set -- "$@" -XX:+UnlockDiagnosticVMOptions
	[ "$jdk_major" -lt 25 ] || set -- "$@" -XX:-AOTReplayTraining
	# ranks get the limit of open files and the filter of core dumps of the shell (InheritedLimits.java)
	set -- "$@" -XX:-MaxFDLimit -XX:-DumpPrivateMappingsInCore -XX:-DumpSharedMappingsInCore -Dorg.pmix4j.keeps.limits=true
	# a killed JVM would leave behind its shared memory file
	set -- "$@" -XX:-UsePerfData
	# the JVM's own warnings would mix with the job's output
	set -- "$@" -Xlog:disable -XX:+DisplayVMOutputToStderr
	# a file in the working directory that older JVMs read, such as .hotspotrc, is no reason for a warning
	set -- "$@" -XX:-PrintWarnings
	# the default is 1 GiB, which a limit of the virtual memory may not allow; a launcher needs 4 MiB
	set -- "$@" -XX:CompressedClassSpaceSize=64m
	for argument; do
		quoted "$argument"
	done
	plain_arguments
}

# Prints the arguments that do not concern the JVM itself.
plain_arguments() {
	set --
	# older JDKs do not warn about JNA, and archive less with this option
	[ "$jdk_major" -lt 24 ] || set -- "$@" --enable-native-access=ALL-UNNAMED
	for file in "$libraries"/*jnidispatch*; do
		[ ! -f "$file" ] || set -- "$@" "-Djna.boot.library.path=$libraries" -Djna.nounpack=true
	done
	# otherwise JNA runs "ldconfig -p" to locate libraries; only libc is used, which is already loaded
	set -- "$@" "-Djna.platform.library.path=$libraries"
	# the default; otherwise the first use of an address reads it from java.security
	set -- "$@" -Djdk.includeInExceptions=hostInfoExclSocket
	# one line per log message
	set -- "$@" '-Djava.util.logging.SimpleFormatter.format=pmix4j: %4$s: %5$s%6$s%n'
	set -- "$@" -cp "$class_path"
	for argument; do
		quoted "$argument"
	done
}

# Creates two start-up archives: of the classes that launchers and servers load, and of those that tools load, as a start links all classes
# of its archive. The program also runs without them, so failure is tolerated.
archive() {
	# the examples must not wait for the lock of this build
	export PMIX4J_TRAINED_JDK="$jdk" PMIX4J_TRAINED_APP="$app"
	# only the training's submitters find its servers, and they find no others
	mkdir "$app/tmp"
	export TMPDIR="$app/tmp"
	for name in $jvm_variables; do
		unset "PMIX4J_ASIDE_$name"
	done
	unset PMIX_NAMESPACE PMIX_LAUNCHER_RNDZ_URI PMIX_SERVER_TMPDIR PMIX_SYSTEM_TMPDIR PMIX_SERVER_URI41 PMIX_SERVER_URI4 PMIX_SERVER_URI3
	# as the script hands it on
	hand_on "$(env -0 | base64 -w 100000 2>/dev/null || :)"
	cd "$root"
	train launcher 'run -n 2 examples/ring' 'run -n 2 examples/exchange' 'run -n 2 examples/events' 'run -n 2 examples/publish' 'run -n 2 examples/groups' \
		'run -n 1 examples/spawn' 'run --tag -n 16 /bin/echo trained' \
		server 'submit --wait-to-connect 60 --timeout 60 -n 2 /bin/echo trained' 'submit --timeout 60 -n 2 /bin/cat' ps stop ||
		train launcher 'run -n 2 /bin/true' ||
		train launcher --version ||
		:
	"$jdk/bin/java" "@$app/java.args" "@$app/launcher.args" "$main_class" server </dev/null &
	server=$!
	train tool 'submit --wait-to-connect 60 --timeout 60 -n 2 /bin/echo trained' 'submit --timeout 60 -n 2 /bin/cat' ps stop ||
		train tool --version ||
		:
	kill "$server" 2>/dev/null || :
	wait "$server" || :
	rm -rf "$app/tmp"
}

# train ROLE COMMAND-LINE...: creates the archive of a role, and adds it to the arguments of its JVMs.
train() {
	role=$1
	shift
	file=$app/$role
	if [ "$jdk_major" -ge 25 ]; then
		train_with "-XX:AOTCacheOutput=$file.aot" "-XX:AOTCache=$file.aot" "$@"
	else
		train_with "-XX:ArchiveClassesAtExit=$file.jsa" "-XX:SharedArchiveFile=$file.jsa" "$@"
	fi
}

# train_with OPTION-OF-TRAINING OPTION-OF-USE COMMAND-LINE...
train_with() {
	option=$1 use=$2
	shift 2
	hold='' own=''
	if [ -e "$app/holds-signals" ]; then
		# as the script starts it
		hold='/usr/bin/env --ignore-signal=INT,TERM --block-signal=INT,TERM' own=-Dorg.pmix4j.held.signals=INT,TERM
	fi
	# shellcheck disable=SC2086 # split into words on purpose
	if $hold "$jdk/bin/java" "@$app/java.args" "$option" -Dorg.pmix4j.free.descriptor=3 $own org.pmix4j.cli.Training "$@" 3</dev/null &&
		[ -s "${option#*=}" ]; then
		quoted "$use" >>"$file.args"
	else
		rm -f "${option#*=}"
		return 1
	fi
}

# Makes the new program the current one. Keeps the previous one for a call that has just read its name.
publish() {
	previous=''
	if [ -r "$out/current" ]; then
		{ read -r _ && read -r _ && read -r _ && read -r previous; } <"$out/current" || previous=''
	fi
	printf '%s\n' "${JAVA_HOME:-}:$PATH" "$jdk" "$jdk_runtime" "$app" "$root" >"$app/current"
	touch -r "$app/started" "$app/current"
	chmod 755 "$app"
	mv "$app/current" "$out/current"
	for old in "$out"/app.*; do
		# another user may have made it
		[ "$old" = "$app" ] || [ "$old" = "$previous" ] || rm -rf "$old" 2>/dev/null || :
	done
}
