// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The allowed dependencies between bundles: the one table of the architecture. Arrows point down, and only those listed are allowed. */
final class Arrows {
	private static final String PREFIX = "org.pmix4j.";

	/** The bundles that each bundle may use. */
	private static final Map<String, Set<String>> BUNDLES = Map.ofEntries(
			Map.entry("model", Set.of()),
			Map.entry("wire", Set.of("model")),
			Map.entry("client", Set.of("model", "wire")),
			Map.entry("server", Set.of("model", "wire")),
			Map.entry("tool", Set.of("model", "wire", "client", "server")), // a tool is the server of the processes that it starts
			Map.entry("job", Set.of("model")),
			Map.entry("process", Set.of("model")),
			Map.entry("placement", Set.of("model", "job")),
			Map.entry("dvm", Set.of("model", "client", "tool", "job")),
			Map.entry("prrte", Set.of("model", "tool", "job", "dvm")),
			Map.entry("slurm", Set.of("model", "client", "job", "dvm", "prrte")),
			Map.entry("pmi", Set.of("model", "wire", "server")), // also listens on the loop of a server
			Map.entry("host", Set.of("model", "server", "pmi", "job", "process", "placement")),
			Map.entry("junit", Set.of("model", "client", "job", "host", "dvm", "prrte")),
			Map.entry("engines", Set.of("model", "client", "tool", "job", "dvm", "prrte", "slurm", "host")),
			Map.entry("cli", Set.of("model", "wire", "client", "server", "tool", "job", "dvm", "prrte", "slurm", "process", "host", "engines")));

	/** The libraries that each bundle may use, as package prefixes; every bundle may use nullness annotations. */
	private static final Map<String, Set<String>> LIBRARIES = Map.of(
			"server", Set.of("javax.xml.stream"), // hwloc describes hardware in XML
			"placement", Set.of("javax.xml.stream"), // as for the server
			"process", Set.of("com.sun.jna"), // the only one with native calls
			"junit", Set.of("org.junit", "org.opentest4j", "org.osgi.framework", "org.osgi.resource"), // OSGi: to find the class path of a test
			"cli", Set.of("sun.misc", "javax.xml.stream")); // Signal: Java has no other way to hear of Ctrl-C; launch files are XML

	private static final Set<String> JAVA_BASE = ModuleLayer.boot().findModule("java.base").orElseThrow().getPackages();

	/**
	 * Bundles that may use internal packages of another bundle: client and server are built on parts of the wire that are not API, a tool is
	 * a client in another role and may send requests to the clients of its own server, PMI-1 listens on the loop of a server and serves the
	 * host alone, the host starts processes and places ranks, host and placement interpret policies, engines and the command that follows
	 * output format it, engines share their thread and that of output, and all show text of peers in the same way.
	 */
	private static final Map<String, Set<String>> FRIENDS = Map.of("wire", Set.of("client", "server", "tool", "pmi"), "client", Set.of("tool"),
			"server", Set.of("tool", "pmi"), "pmi", Set.of("host"), "job", Set.of("cli", "dvm", "host", "placement"), "dvm", Set.of("slurm"),
			"process", Set.of("host"), "placement", Set.of("host"),
			"model", Set.of("wire", "client", "server", "pmi", "job", "process", "placement", "dvm", "slurm", "host", "cli"));

	private Arrows() {
	}

	static Set<String> bundles() {
		return new TreeSet<>(BUNDLES.keySet());
	}

	/** Returns whether code of {@code bundle} (its last name segment) may use {@code usedPackage}. */
	static boolean allowed(String bundle, String usedPackage) {
		if (usedPackage.startsWith(PREFIX)) {
			String used = bundleOf(usedPackage);
			return used.equals(bundle) || BUNDLES.get(bundle).contains(used) && (!isInternal(usedPackage) || isFriend(used, bundle));
		}
		return JAVA_BASE.contains(usedPackage) || libraries(bundle)
				.anyMatch(library -> usedPackage.equals(library) || usedPackage.startsWith(library + "."));
	}

	/** Returns whether the manifest of {@code bundle} may require {@code requiredBundle} as a whole. */
	static boolean mayRequire(String bundle, String requiredBundle) {
		return requiredBundle.startsWith(PREFIX) && BUNDLES.get(bundle).contains(bundleOf(requiredBundle));
	}

	/** Returns the last name segment of the bundle that contains one of our packages; the packages of a bundle begin with its name. */
	static String bundleOf(String ourPackage) {
		return ourPackage.substring(PREFIX.length()).split("\\.")[0];
	}

	/** Returns whether a package is internal; all others are API. */
	static boolean isInternal(String ourPackage) {
		return (ourPackage + ".").contains(".internal.");
	}

	/** Returns whether {@code user} may use internal packages of {@code bundle}; both are last name segments. */
	static boolean isFriend(String bundle, String user) {
		return FRIENDS.getOrDefault(bundle, Set.of()).contains(user);
	}

	private static Stream<String> libraries(String bundle) {
		return Stream.concat(Stream.of("org.jspecify.annotations"), LIBRARIES.getOrDefault(bundle, Set.of()).stream());
	}
}
