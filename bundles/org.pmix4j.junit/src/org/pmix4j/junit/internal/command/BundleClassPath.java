// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.command;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

/** Finds the places of all bundles that a class can use directly or not. Loaded only where OSGi is present; stateless. */
final class BundleClassPath {
	private static final String FILE = "file:";
	private static final String INSTALLATION = "osgi.install.area";

	private BundleClassPath() {
	}

	/** Returns jars and folders of bundles, those of the first class first; empty if it is in no bundle. */
	static Optional<List<Path>> of(List<Class<?>> types) {
		if (FrameworkUtil.getBundle(types.get(0)) == null) {
			return Optional.empty();
		}
		Set<Bundle> found = new LinkedHashSet<>();
		Deque<Bundle> next = new ArrayDeque<>();
		types.stream().flatMap(type -> Stream.ofNullable(FrameworkUtil.getBundle(type))).forEach(next::add);
		while (!next.isEmpty()) {
			Bundle bundle = next.removeFirst();
			BundleWiring wiring = bundle.adapt(BundleWiring.class);
			if (bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID && wiring != null && found.add(bundle)) {
				wiring.getProvidedWires(BundleRevision.HOST_NAMESPACE).forEach(wire -> found.add(wire.getRequirer().getBundle()));
				wiring.getRequiredWires(null).stream().map(BundleWire::getProvider).forEach(provider -> next.add(provider.getBundle()));
			}
		}
		return Optional.of(found.stream().flatMap(bundle -> place(bundle).stream()).toList());
	}

	/** Returns the place of a bundle; empty if it is not in the file system. */
	private static Optional<Path> place(Bundle bundle) {
		String location = bundle.getLocation();
		int file = location.indexOf(FILE);
		if (file < 0) {
			return Optional.empty();
		}
		Path path = Path.of(location.substring(file + FILE.length()));
		String installation = System.getProperty(INSTALLATION, "");
		return Optional.of(path.isAbsolute() ? path : Path.of(installation.startsWith(FILE) ? installation.substring(FILE.length())
				: installation).resolve(path).normalize());
	}
}
