// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.spawn.ToolDirectives;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EnvironmentVariables;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.server.spi.LoopServer;
import org.pmix4j.server.spi.ParentTool;

/**
 * The environment in which a tool has started this launcher: where the tool is to be called, and who this process is. Immutable.
 *
 * @param uri     identity and address of the tool
 * @param version release of its library
 * @param own     the namespace of this process
 * @see "PRRTE and OpenPMIx, PMIX_LAUNCHER_RNDZ_URI"
 */
public record LauncherRendezvous(String uri, String version, String own) {
	private static final String UNKNOWN = "5.0.0";

	/**
	 * @param environment of a launcher
	 * @return the summons; empty if no tool has started the launcher
	 */
	public static Optional<LauncherRendezvous> of(Map<String, String> environment) {
		String uri = environment.getOrDefault(EnvironmentVariables.LAUNCHER_RNDZ_URI, "");
		String own = environment.getOrDefault("PMIX_NAMESPACE", "");
		return uri.isEmpty() || own.isEmpty() ? Optional.empty()
				: Optional.of(new LauncherRendezvous(uri, environment.getOrDefault("PMIX_VERSION", UNKNOWN), own));
	}

	/**
	 * @param summons of the launcher, if a tool has started it
	 * @return the names of its host
	 * @throws IOException if the machine has no random numbers
	 */
	public static Namespaces namespaces(Optional<LauncherRendezvous> summons) throws IOException {
		return summons.isPresent() ? new Namespaces(summons.get().own) : new Namespaces();
	}

	/** Calls the tool, which may then give its directives, and reports that the launcher is ready for them. Blocks until it answers. */
	void follow(LoopServer server, ToolDirectives directives) throws PmixException {
		ToolDirectives.await(server.call(uri, version).thenAccept(tool -> {
			directives.begin(tool);
			ready(server, tool);
		}));
	}

	private static void ready(LoopServer server, ParentTool tool) {
		server.notifyEvent(Status.LAUNCHER_READY, server.identity(), DataRange.CUSTOM, Infos.of(
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), tool.proc()), Info.of(EventAttributes.EVENT_NON_DEFAULT, true)));
	}
}
