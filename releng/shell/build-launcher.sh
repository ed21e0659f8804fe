# SPDX-License-Identifier: EPL-2.0
# Sourced by pmix4j when its program is missing or old: compiles the bundles into one jar, fetches the libraries, and
# makes the JVM's start-up archive. Reads root, shell and out; build_launcher leaves the result in jdk and app. POSIX sh.
. "$shell/own-mvn.sh"

main_class=org.pmix4j.cli.Main

build_launcher() {
	find_jdk 21 pmix4j || return 1
	mkdir -p "$out" || return 1
	# the archive is bound to these paths
	root=$(cd "$root" && pwd -P) out=$(cd "$out" && pwd -P) shell=$root/releng/shell
	lock "$out/lock" pmix4j || return 1
	if is_current; then # another call has built it meanwhile
		unlock
		return 0
	fi
	log=$out/build.log
	find_jdk 21 pmix4j || return 1
	jdk=$jdk_home
	libraries=$out/lib-$(uname -m)-$(cksum <"$shell/libraries.xml" | tr ' ' -)
	if [ -d "$libraries" ]; then
		echo "pmix4j: building (sources or JDK changed, about 10 s) ..." >&2
	else
		echo "pmix4j: building (first start, 10 to 60 s) ..." >&2
	fi
	app=$(mktemp -d "$out/app.XXXXXX") || return 1
	trap 'rm -rf "$app" "$out"/fetch.*' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	: >"$app/started" # what changes from now on is news for the next call
	set +e # not "if build_steps": the shell would then go on after a failed step
	(
		set -e
		build_steps
	) </dev/null >"$log" 2>&1 9>&-
	failed=$?
	set -e
	if [ "$failed" -ne 0 ]; then
		tail -n 15 "$log" >&2
		echo "pmix4j: the build failed; all that it said is in $log" >&2
		return 1
	fi
	publish
	trap - EXIT INT TERM HUP
	unlock
}

build_steps() {
	[ -d "$libraries" ] || fetch_libraries
	compile
	class_path=$app/pmix4j.jar
	for jar in "$libraries"/*.jar; do
		class_path=$class_path:$jar
	done
	java_arguments >"$app/java.args"
	compile_examples
	archive
}

# The libraries' jars; picocli compiled anew, because a start-up archive does not take its class files of Java 5 (45 ms
# more at each start); JNA's native part unpacked, so that no start needs to do it.
fetch_libraries() {
	fetched=$(mktemp -d "$out/fetch.XXXXXX")
	own_mvn pmix4j "$fetched" -f "$shell/libraries.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
		-DoutputDirectory="$fetched" -DexcludeTransitive=true
	mkdir "$fetched/picocli"
	(cd "$fetched/picocli" && "$jdk/bin/jar" --extract --file ../picocli-*-sources.jar)
	compile_java -d "$fetched/picocli" "$fetched"/picocli/picocli/*.java
	find "$fetched/picocli" -type f ! -name '*.class' -exec rm -f {} +
	"$jdk/bin/jar" --create --file "$fetched/picocli.jar" -C "$fetched/picocli" .
	rm -rf "$fetched"/picocli "$fetched"/picocli-*-sources.jar

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
	chmod 755 "$fetched" # for a checkout that several users share
	mv "$fetched" "$libraries"
}

compile_java() {
	"$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --release 21 -encoding UTF-8 -proc:none -nowarn "$@"
}

compile() {
	classes=$app/classes
	mkdir "$classes"
	cd "$root"
	cp -R bundles/org.pmix4j.*/src/. "$classes/"
	find "$classes" -name '*.java' -exec rm -f {} +
	find bundles/org.pmix4j.*/src -name '*.java' >"$app/sources"
	compile_java -g -parameters -cp "$libraries/*" -d "$classes" "@$app/sources"
	"$jdk/bin/jar" --create --file "$app/pmix4j.jar" --main-class "$main_class" -C "$classes" .
	rm -rf "$classes" "$app/sources"
}

# The examples in Java come behind what the archive was made of, so that it serves them, too.
compile_examples() {
	mkdir "$app/examples"
	for source in "$root"/examples/*.java; do
		[ ! -f "$source" ] || compile_java -cp "$app/pmix4j.jar:$libraries/*" -d "$app/examples" "$source"
	done
	printf '%s\n' -cp >"$app/examples.args"
	quoted "$class_path:$app/examples/" >>"$app/examples.args"
}

# Java's argument files want words with spaces in quotes.
quoted() {
	printf '"%s"\n' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# One word a line.
java_arguments() {
	set -- -XX:+UseSerialGC
	# The second compiler takes time from the ranks that its code never gives back: not in a start (a seventh of it), not in
	# 30000 fences. Who embeds the server gets it as always.
	set -- "$@" -XX:TieredStopAtLevel=1
	# nor is it worth while to compile at once what was hot in the training
	[ "$jdk_major" -lt 25 ] || set -- "$@" -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining
	# no shared memory file that a killed JVM would leave behind
	set -- "$@" -XX:-UsePerfData
	# the JVM's own warnings would mix with the job's output
	set -- "$@" -Xlog:disable
	# older releases do not warn about JNA, and archive less with this option
	[ "$jdk_major" -lt 24 ] || set -- "$@" --enable-native-access=ALL-UNNAMED
	for file in "$libraries"/*jnidispatch*; do
		[ ! -f "$file" ] || set -- "$@" "-Djna.boot.library.path=$libraries" -Djna.nounpack=true
	done
	# without this JNA starts "ldconfig -p" to learn where libraries are; only libc is used, which is loaded already
	set -- "$@" "-Djna.platform.library.path=$libraries"
	# the default, which the first address would else be looked up for in java.security
	set -- "$@" -Djdk.includeInExceptions=hostInfoExclSocket
	# one line for each message of the log
	set -- "$@" '-Djava.util.logging.SimpleFormatter.format=pmix4j: %4$s: %5$s%6$s%n'
	set -- "$@" -cp "$class_path"
	for argument; do
		quoted "$argument"
	done
}

# A start-up archive of the classes that a small job loads. The program also runs without it, so failing here is no failure.
archive() {
	if [ "$jdk_major" -ge 25 ]; then
		train -XX:AOTCacheOutput= -XX:AOTCache= "$app/pmix4j.aot"
	else
		train -XX:ArchiveClassesAtExit= -XX:SharedArchiveFile= "$app/pmix4j.jsa"
	fi
}

train() {
	export PMIX4J_JAVA="$jdk/bin/java" PMIX4J_APP="$app"
	cd "$root"
	if train_with "$1$3" 'run -n 2 examples/ring' 'run -n 2 examples/events' 'run --tag -n 16 /bin/echo trained' ||
		train_with "$1$3" 'run -n 2 /bin/true' ||
		train_with "$1$3" --version; then
		quoted "$2$3" >>"$app/java.args"
	else
		rm -f "$3"
	fi
}

# train_with OPTION COMMAND-LINE...
train_with() {
	option=$1
	shift
	rm -f "${option#*=}"
	"$jdk/bin/java" "@$app/java.args" "$option" org.pmix4j.cli.Training "$@" && [ -s "${option#*=}" ]
}

# From here on the new program is the current one. The one before it stays for a call that has just read its name.
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
		[ "$old" = "$app" ] || [ "$old" = "$previous" ] || rm -rf "$old"
	done
}
