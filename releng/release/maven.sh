# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes the Maven artifacts. Reads work, jdk, label, stamp and checkout, in which build_eclipse has built. POSIX sh.

# build_artifacts: makes $work/pmix4j-VERSION-maven.tar.gz, a repository with the bundles of PMIx4J, their sources, Javadoc and POMs.
# The archive of a release does not depend on the time; the names of snapshots contain it.
build_artifacts() {
	bundles=$(cd "$checkout/bundles" && ls -d org.pmix4j.* | sed 's/^/:/' | paste -sd ,)
	javadoc_jars "$work/javadoc" || return 1
	(
		cd "$checkout"
		# not the phase deploy: it also installs, and later builds on this machine would take those jars for their own
		JAVA_HOME=$jdk ./mvnw -B -q -T 2 verify deploy:deploy -P release,javadoc -DskipTests -Dproject.build.outputTimestamp="$stamp" \
			-DforceContextQualifier="$qualifier" -DaltDeploymentRepository="release::file://$work/pmix4j-$label-maven" \
			-Djavadoc.jars="$work/javadoc" -pl "$bundles" >"$work/log" 2>&1 || {
			tail -n 30 "$work/log" >&2
			exit 1
		}
	)
	for bundle in "$checkout"/bundles/org.pmix4j.*; do
		for kind in .pom .jar -sources.jar -javadoc.jar; do
			deployed=$(find "$work/pmix4j-$label-maven/org/pmix4j/${bundle##*/}" -name "${bundle##*/}-*[0-9]$kind")
			[ -n "$deployed" ] || {
				echo "release.sh: the Maven artifacts have no ${bundle##*/}$kind" >&2
				return 1
			}
		done
	done
	find "$work/pmix4j-$label-maven" -type f -name '*-p2*.xml*' -delete # which repeat sizes and sums of the jars, for Tycho alone
	find "$work/pmix4j-$label-maven" -name '*.xml' -o -name '*.pom' -o -name '*[0-9].jar' >"$work/deployed"
	while read -r file; do
		case $file in
		*/maven-metadata.xml)
			sed "s,<lastUpdated>[0-9]*<,<lastUpdated>$(echo "$stamp" | tr -d 'TZ:-')<," "$file" | awk '
				/<snapshotVersion>/ {
					version = $0
					next
				}
				version != "" {
					version = version "\n" $0
					if ($0 ~ "</snapshotVersion>") {
						if (version !~ "<classifier>p2") {
							print version
						}
						version = ""
					}
					next
				}
				{
					print
				}' >"$work/steady"
			mv "$work/steady" "$file" ;;
		*.jar) steady_jar "$file" || return 1 ;;
		*) steady_file "$file" ;;
		esac
		for sum in md5 sha1; do
			"${sum}sum" <"$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.$sum"
		done
	done <"$work/deployed"
	archive_folder "pmix4j-$label-maven" "pmix4j-$label-maven.tar.gz"
}

# steady_jar FILE: sorts the dependencies of the POM in a jar of Tycho.
steady_jar() {
	rm -rf "$work/jar"
	mkdir "$work/jar"
	(
		cd "$work/jar"
		"$jdk/bin/jar" --extract --file "$1" META-INF/maven
		pom=$(find META-INF/maven -name pom.xml)
		steady_file "$pom"
		"$jdk/bin/jar" --update --file "$1" --date="$stamp" "$pom"
	)
}

# user_project NAME: copies a Maven project of the examples out of the checkout, with that repository as its only source of PMIx4J.
user_project() {
	cp -R "$checkout/examples/$1" "$work/user/"
	sed "s,^\\t<dependencies>,\\t<repositories><repository><id>release</id><url>file://$work/user/pmix4j-$label-maven</url></repository></repositories>\\n&,
		s,<version>0.1.0-SNAPSHOT</version>,<version>$label</version>," "$checkout/examples/$1/pom.xml" >"$work/user/$1/pom.xml"
}

# user_build NAME ARGUMENT...: runs Maven as a user does, in a project of the user.
user_build() {
	project=$1
	shift
	(cd "$work/user/$project" && JAVA_HOME=$jdk PATH="$jdk/bin:$PATH" MAVEN_BASEDIR=$PWD "$checkout/mvnw" -B -ntp "$@" \
		-Dmaven.repo.local="$work/user/local" -Dmaven.repo.local.tail="${HOME:-/}/.m2/repository" >"$work/log" 2>&1) || {
		echo "release.sh: examples/$project fails with the release:" >&2
		tail -n 30 "$work/log" >&2
		return 1
	}
}

# try_artifacts FILE: builds and runs examples/junit and examples/embedding outside of the checkout, with the bundles of that repository alone.
try_artifacts() {
	mkdir "$work/user"
	tar -xzf "$1" -C "$work/user"
	user_project junit
	user_build junit test || return 1
	user_project embedding
	user_build embedding compile exec:exec || return 1
	met=$(sed -n 's/^rank \([0-9]*\) met all ranks$/\1/p' "$work/log" | sort | tr '\n' ' ')
	[ "$met" = '0 1 2 3 ' ] || {
		echo "release.sh: examples/embedding runs the ranks '$met' instead of 0 1 2 3:" >&2
		tail -n 30 "$work/log" >&2
		return 1
	}
}

# try_update_site FILE: builds examples/rcp outside of the checkout with the zipped update site, and runs the result.
try_update_site() {
	home=$work/user/home
	mkdir -p "$home/releng/org.pmix4j.repository/target/repository"
	cp -R "$checkout/target-platform" "$home/"
	(cd "$home/releng/org.pmix4j.repository/target/repository" && "$jdk/bin/jar" --extract --file "$1")
	cp -R "$checkout/examples/rcp" "$work/user/"
	user_build rcp verify -Dpmix4j.home="$home" || return 1
	# shellcheck disable=SC2016 # expanded by the ranks
	ranks=$("$jdk/bin/java" -jar "$(find "$work/user/rcp/product/target/products" -name 'org.eclipse.equinox.launcher_*.jar')" \
		2 sh -c 'echo $PMIX_RANK' | sort | tr '\n' ' ')
	[ "$ranks" = '0 1 ' ] || {
		echo "release.sh: examples/rcp runs the ranks '$ranks' instead of 0 1" >&2
		return 1
	}
}
