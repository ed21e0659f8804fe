// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the API of a bundle with that of a release. What a release offered must stay: until 1.0.0 a step of the second number of the
 * version, later one of the first, allows an incompatible change. Immutable.
 *
 * @param packages the packages by their names
 */
record ApiBaseline(Map<String, Package> packages) {

	/**
	 * A package.
	 *
	 * @param version of the package
	 * @param types   the declaration, followed by the members, of each type
	 */
	record Package(String version, Map<String, Set<String>> types) {
	}

	/** Reads the form of {@link ApiLines}. */
	static ApiBaseline parse(List<String> lines) {
		Map<String, Package> packages = new LinkedHashMap<>();
		Package current = new Package("", new LinkedHashMap<>());
		Set<String> members = new LinkedHashSet<>();
		for (String line : lines) {
			if (line.startsWith("package ")) {
				String[] words = line.split(" ");
				current = new Package(words[2], new LinkedHashMap<>());
				packages.put(words[1], current);
			} else if (line.startsWith("\t")) {
				members.add(line.strip());
			} else {
				members = new LinkedHashSet<>(List.of(line));
				current.types.put(line.substring(0, line.indexOf(':')), members);
			}
		}
		return new ApiBaseline(packages);
	}

	/** Returns a line for each incompatible change between this release and the API of now whose package has kept its version. */
	List<String> problems(ApiBaseline now) {
		List<String> problems = new ArrayList<>();
		packages.forEach((name, before) -> {
			Package after = now.packages.getOrDefault(name, new Package(before.version, Map.of()));
			if (!mayChange(before.version, after.version)) {
				before.types.forEach((type, members) -> compare(name + "." + type, members, after.types.getOrDefault(type, Set.of()), problems));
			}
		});
		return problems;
	}

	private static void compare(String type, Set<String> before, Set<String> after, List<String> problems) {
		if (after.isEmpty()) {
			problems.add(type + " is gone");
			return;
		}
		before.stream().filter(member -> !after.contains(member)).forEach(member -> problems.add(type + " lacks: " + member));
		if (after.stream().anyMatch(line -> line.contains(": sealed ") || line.contains(": annotation"))) {
			return; // other bundles do not implement it, and a new element of an annotation has a default
		}
		after.stream().filter(member -> member.contains("abstract ") && !before.contains(member))
				.forEach(member -> problems.add(type + " has a new member that its implementers lack: " + member));
	}

	private static boolean mayChange(String before, String after) {
		int[] old = numbers(before);
		int[] current = numbers(after);
		return current[0] > old[0] || current[0] == 0 && old[0] == 0 && current[1] > old[1];
	}

	private static int[] numbers(String version) {
		String[] parts = version.split("\\.");
		return new int[] { Integer.parseInt(parts[0]), Integer.parseInt(parts[1]) };
	}
}
