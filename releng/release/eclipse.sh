# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Builds the update site and the workbench. Reads root, work, jdk, label, stamp and SOURCE_DATE_EPOCH. POSIX sh.

# build_eclipse: makes $work/pmix4e-VERSION-update-site.zip and $work/pmix4e-VERSION-linux.gtk.x86_64.tar.gz from the committed files, in a
# folder of their own, so that no earlier build has part in it.
build_eclipse() {
	checkout=$work/checkout
	mkdir "$checkout"
	(cd "$root" && git archive HEAD) | tar -x -C "$checkout"
	# the builders of jars and metadata take the time of the commit for that of each file, and for the qualifier
	qualifier=v$(date -u -d "$stamp" +%Y%m%d-%H%M)
	(
		cd "$checkout"
		case $label in
		*-SNAPSHOT) ;;
		*) JAVA_HOME=$jdk ./mvnw -B -q org.eclipse.tycho:tycho-versions-plugin:set-version -DnewVersion="$label" >&2 ;;
		esac
		JAVA_HOME=$jdk ./mvnw -B -q -T 2 verify -P release -DskipTests -Dproject.build.outputTimestamp="$stamp" \
			-DforceContextQualifier="$qualifier" -Djar.descriptor=false \
			-pl :org.pmix4j.repository.eclipse-repository,:org.pmix4e.product -am >"$work/log" 2>&1 || {
			tail -n 30 "$work/log" >&2
			exit 1
		}
		mv releng/org.pmix4e.product/target/products/org.pmix4e.product/linux/gtk/x86_64 "$work/pmix4e-$label"
		mkdir "$work/pmix4e-$label/start"
		cp releng/shell/find-jdk.sh releng/shell/workbench.sh releng/shell/ide.ini "$work/pmix4e-$label/start/"
		cp releng/release/pmix4e releng/NOTICES.md LICENSE "$work/pmix4e-$label/"
	)
	update_site "$checkout/releng/org.pmix4j.repository/target/repository" "$work/pmix4e-$label-update-site.zip"
	steady_workbench "$work/pmix4e-$label"
	archive_folder "pmix4e-$label" "pmix4e-$label-linux.gtk.x86_64.tar.gz"
}

# steady_file FILE: takes out of a file of p2, or a POM of Tycho, what differs between two builds: the time of its making, the order of the
# packages of Java, properties, requirements and dependencies, which come out of a hash table, and that of the artifacts, which p2 writes as
# they have arrived.
steady_file() {
	sed "s/\(p2\.timestamp' value=\|<profile id='[^']*' timestamp=\)'[0-9]*'/\1'${SOURCE_DATE_EPOCH}000'/" "$1" | awk '
		function flush(i, j, last) {
			for (i = 2; i <= n; i++) {
				last = line[i]
				for (j = i - 1; j > 0 && line[j] > last; j--) {
					line[j + 1] = line[j]
				}
				line[j + 1] = last
			}
			for (i = 1; i <= n; i++) {
				print line[i]
			}
			n = 0
		}
		element != "" {
			element = element "\n" $0
			if ($0 ~ "</" name ">") {
				line[++n] = element
				element = ""
			}
			next
		}
		/^ *<provided namespace=.java\.package. .*\/>$/ || /^ *<(property|required|artifact) .*\/>$/ {
			line[++n] = $0
			next
		}
		/^ *<(required|artifact|dependency)( .*)?>$/ {
			element = $0
			name = $1
			gsub("[<>]", "", name)
			next
		}
		{
			flush()
			print
		}' >"$work/steady"
	[ "$(wc -l <"$work/steady")" -eq "$(wc -l <"$1")" ] || {
		echo "release.sh: lines of $1 were lost" >&2
		return 1
	}
	mv "$work/steady" "$1"
}

# update_site FOLDER ZIP: packs a repository of p2, whose indexes do not depend on the time, with the licenses.
update_site() {
	cp "$root/LICENSE" "$root/releng/NOTICES.md" "$1/"
	(
		cd "$1"
		for index in artifacts content; do
			"$jdk/bin/jar" --extract --file $index.jar
			steady_file $index.xml
			xz --threads=1 --stdout $index.xml >$index.xml.xz
			"$jdk/bin/jar" --create --no-manifest --file $index.jar --date="$stamp" $index.xml
			rm $index.xml
		done
		sed -i '/^#/d' p2.index # a date
	)
	jar_of "$1" "$2"
}

# steady_workbench FOLDER: takes the times and the folders of its making out of a workbench. It is a roaming one, which finds its own folder.
steady_workbench() {
	(
		cd "$1"
		rm -rf p2/org.eclipse.equinox.p2.engine/.settings
		steady_file artifacts.xml
		steady_file p2/org.eclipse.equinox.p2.core/cache/artifacts.xml
		sed -i '/^#/d' configuration/config.ini
		cd p2/org.eclipse.equinox.p2.engine/profileRegistry/*.profile
		last=$(ls | sort | tail -n 1)
		gzip -dc "$last" | sed "s/\(equinox\.p2\.\(cache\|installFolder\)' value=\)'[^']*'/\1'.'/" >"$work/profile"
		rm ./*.profile.gz
		steady_file "$work/profile"
		gzip -9 -n -c "$work/profile" >"${SOURCE_DATE_EPOCH}000.profile.gz"
	)
	! left=$(grep -rIlF "$checkout" "$1") || {
		echo "release.sh: these files of the workbench name the folder where it was built: $left" >&2
		return 1
	}
}

# try_workbench FILE: unpacks and starts the workbench.
try_workbench() {
	tar -xzf "$1" -C "$checkout"
	JAVA_HOME=$jdk XDG_CACHE_HOME=$work/cache "$root/releng/release/start-workbench.sh" "$work/workspace" "$work/log" \
		"$checkout/pmix4e-$label/pmix4e"
}

# try_installations FILE: installs the zipped update site into plain workbenches of this and of the oldest release of Eclipse, with and without
# Java development tools, and starts them. What was released has been compiled for this release; on the way, the oldest one compiles all of it,
# too.
try_installations() {
	mkdir "$work/installed"
	(cd "$work/installed" && "$jdk/bin/jar" --extract --file "$1")
	try_installation pmix4j java || return 1
	try_installation oldest/eclipse-2024-06 java || return 1
	try_installation oldest/eclipse-2024-06 plain
}

# try_installation TARGET-PLATFORM KIND
try_installation() {
	(
		cd "$checkout"
		JAVA_HOME=$jdk ./mvnw -B -q -T 2 verify -DskipTests -pl :org.pmix4e.install.tests -am -Dtarget.platform="$1" \
			-Dinstalled.kind="$2" -Dinstalled.site="$work/installed" -Dinstalled.skip=false >"$work/log" 2>&1 || {
			tail -n 30 "$work/log" >&2
			echo "release.sh: the update site cannot be used with the target platform $1 ($2)" >&2
			exit 1
		}
	)
}
