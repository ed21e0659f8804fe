# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Reads shell, work, label and stamp. POSIX sh.
. "$shell/own-mvn.sh"

# bill_of_materials: prints what the launcher is made of, as CycloneDX has it; equal for equal sources.
bill_of_materials() {
	mkdir "$work/materials"
	sed "s,<artifactId>org.pmix4j.libraries</artifactId>,<artifactId>pmix4j</artifactId>,; s,<version>0</version>,<version>$label</version>," \
		"$shell/libraries.xml" >"$work/materials/pom.xml"
	own_mvn release.sh "$work/materials" -f "$work/materials/pom.xml" org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom \
		-DoutputFormat=json -Dproject.build.outputTimestamp="$stamp" >"$work/log" 2>&1 || {
		tail -n 30 "$work/log" >&2
		return 1
	}
	cat "$work/materials/target/bom.json"
}
