# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes the Maven artifacts. Reads work, jdk, label, stamp and checkout, in which build_eclipse has built. POSIX sh.

# build_artifacts: makes $work/pmix4j-VERSION-maven.tar.gz, a repository with the bundles of PMIx4J, their sources and their POMs.
build_artifacts() {
	bundles=$(cd "$checkout/bundles" && ls -d org.pmix4j.* | sed 's/^/:/' | paste -sd ,)
	(
		cd "$checkout"
		JAVA_HOME=$jdk ./mvnw -B -q -T 2 deploy -P release -DskipTests -Dproject.build.outputTimestamp="$stamp" \
			-DforceContextQualifier="$qualifier" -DaltDeploymentRepository="release::file://$work/pmix4j-$label-maven" \
			-pl "$bundles" >"$work/log" 2>&1 || {
			tail -n 30 "$work/log" >&2
			exit 1
		}
	)
	archive_folder "pmix4j-$label-maven" "pmix4j-$label-maven.tar.gz"
}

# try_artifacts FILE: runs the tests of examples/junit, outside of the checkout, with the bundles of that repository alone.
try_artifacts() {
	mkdir "$work/user"
	tar -xzf "$1" -C "$work/user"
	cp -R "$checkout/examples/junit" "$work/user/"
	sed "s,^\\t<dependencies>,\\t<repositories><repository><id>release</id><url>file://$work/user/pmix4j-$label-maven</url></repository></repositories>\\n&,
		s,<version>0.1.0-SNAPSHOT</version>,<version>$label</version>," "$checkout/examples/junit/pom.xml" >"$work/user/junit/pom.xml"
	(cd "$work/user/junit" && JAVA_HOME=$jdk mvn -B -ntp test -Dmaven.repo.local="$work/user/local" \
		-Dmaven.repo.local.tail="${HOME:-/}/.m2/repository" >"$work/log" 2>&1) || {
		echo "release.sh: the tests of examples/junit fail with $1:" >&2
		tail -n 30 "$work/log" >&2
		return 1
	}
}
