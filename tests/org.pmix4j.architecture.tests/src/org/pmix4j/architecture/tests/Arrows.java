// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Who may use whom among the bundles: the one table of the architecture. Arrows point down, and only those listed exist.
 */
final class Arrows {
	private static final String PREFIX = "org.pmix4j.";

	/** For each bundle the bundles that it may use. */
	private static final Map<String, Set<String>> BUNDLES = Map.of(
			"model", Set.of(),
			"wire", Set.of("model"),
			"client", Set.of("model", "wire"),
			"server", Set.of("model", "wire"),
			"host", Set.of("model", "server"),
			"cli", Set.of("model", "wire", "client", "server", "host"));

	/** For each bundle the libraries, as package prefixes; nullness annotations are everybody's. */
	private static final Map<String, Set<String>> LIBRARIES = Map.of(
			"server", Set.of("javax.xml.stream"), // hwloc describes hardware in XML
			"host", Set.of("com.sun.jna"),
			"cli", Set.of("picocli", "sun.misc")); // sun.misc.Signal: Java has no other way to hear of Ctrl-C

	private static final Set<String> JAVA_BASE = ModuleLayer.boot().findModule("java.base").orElseThrow().getPackages();

	/** Bundles that may use the internal packages of another: the roles are built on the wire's parts, which are nobody's API. */
	private static final Map<String, Set<String>> FRIENDS = Map.of("wire", Set.of("client", "server"));

	private Arrows() {
	}

	static Set<String> bundles() {
		return new TreeSet<>(BUNDLES.keySet());
	}

	/** May code of {@code bundle} (its last name segment) use {@code usedPackage}? */
	static boolean allowed(String bundle, String usedPackage) {
		if (usedPackage.startsWith(PREFIX)) {
			String used = bundleOf(usedPackage);
			return used.equals(bundle) || BUNDLES.get(bundle).contains(used) && (!isInternal(usedPackage) || isFriend(used, bundle));
		}
		return JAVA_BASE.contains(usedPackage) || libraries(bundle)
				.anyMatch(library -> usedPackage.equals(library) || usedPackage.startsWith(library + "."));
	}

	/** May the manifest of {@code bundle} require {@code requiredBundle} as a whole? */
	static boolean mayRequire(String bundle, String requiredBundle) {
		return requiredBundle.startsWith(PREFIX) && BUNDLES.get(bundle).contains(bundleOf(requiredBundle));
	}

	/** The last name segment of the bundle that holds a package of ours; every bundle's packages begin with its name. */
	static String bundleOf(String ourPackage) {
		return ourPackage.substring(PREFIX.length()).split("\\.")[0];
	}

	/** Internal packages bear the word; all others are API. */
	static boolean isInternal(String ourPackage) {
		return (ourPackage + ".").contains(".internal.");
	}

	/** May {@code user} use internal packages of {@code bundle}? Both are last name segments. */
	static boolean isFriend(String bundle, String user) {
		return FRIENDS.getOrDefault(bundle, Set.of()).contains(user);
	}

	private static Stream<String> libraries(String bundle) {
		return Stream.concat(Stream.of("org.jspecify.annotations"), LIBRARIES.getOrDefault(bundle, Set.of()).stream());
	}
}
