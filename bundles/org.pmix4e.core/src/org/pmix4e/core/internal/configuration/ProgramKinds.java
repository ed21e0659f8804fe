// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Platform;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.spi.ProgramKind;
import org.pmix4e.core.spi.RankDebuggerFactory;

/** The kinds of programs that plug-ins contribute, each created on first use. May be used from any thread. */
public final class ProgramKinds {
	private static final Map<String, ProgramKind> KINDS = new ConcurrentHashMap<>();

	private ProgramKinds() {
	}

	/**
	 * @param id the id of a kind
	 * @return the kind; empty if no plug-in contributes it or it cannot be created
	 */
	public static Optional<ProgramKind> find(String id) {
		return Optional.ofNullable(KINDS.computeIfAbsent(id, wanted -> extensions().stream()
				.filter(extension -> wanted.equals(extension.getAttribute("id"))).findFirst()
				.map(extension -> create(extension, ProgramKind.class)).orElse(null)));
	}

	/** @return all kinds that can be created */
	public static List<ProgramKind> all() {
		List<ProgramKind> kinds = new ArrayList<>();
		extensions().forEach(extension -> find(String.valueOf(extension.getAttribute("id"))).ifPresent(kinds::add));
		return kinds;
	}

	/**
	 * @param id the id of a kind
	 * @return creates debuggers for its ranks; empty if no plug-in contributes one or it cannot be created
	 */
	public static Optional<RankDebuggerFactory> debuggers(String id) {
		return extensions("rankDebuggers").stream().filter(extension -> id.equals(extension.getAttribute("kind"))).findFirst()
				.map(extension -> create(extension, RankDebuggerFactory.class));
	}

	/**
	 * Tells without activating a plug-in.
	 *
	 * @param id the id of a kind
	 * @return whether debuggers can be attached to its ranks while they run
	 */
	public static boolean canAttach(String id) {
		return extensions("rankDebuggers").stream()
				.anyMatch(extension -> id.equals(extension.getAttribute("kind")) && Boolean.parseBoolean(extension.getAttribute("attaches")));
	}

	/** @return whether debuggers of any kind can be attached to ranks that run; does not activate a plug-in */
	public static boolean canAttach() {
		return extensions("rankDebuggers").stream().anyMatch(extension -> Boolean.parseBoolean(extension.getAttribute("attaches")));
	}

	private static List<IConfigurationElement> extensions() {
		return extensions("programKinds");
	}

	private static List<IConfigurationElement> extensions(String point) {
		return List.of(Platform.getExtensionRegistry().getConfigurationElementsFor(PmixPreferences.NODE, point));
	}

	private static <T> @Nullable T create(IConfigurationElement extension, Class<T> type) {
		try {
			return type.cast(extension.createExecutableExtension("class"));
		} catch (CoreException | ClassCastException e) {
			ILog.of(ProgramKinds.class).error("cannot create the class " + extension.getAttribute("class") + " of the plug-in "
					+ extension.getContributor().getName(), e);
			return null;
		}
	}
}
