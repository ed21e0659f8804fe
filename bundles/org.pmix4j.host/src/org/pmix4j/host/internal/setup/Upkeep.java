// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.node.LocalNode;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.server.spi.LoopServer;

/**
 * Restores the directories of a host and the files by which tools find it when someone removes them: cleaners of temporary files take those
 * of a host that runs for days. Looks on another thread than the host's, from the start of the host to its end. Owned by its
 * {@link HostRuntime}.
 */
final class Upkeep {
	private static final Duration PERIOD = Duration.ofSeconds(10);

	private final HostThread thread;
	private final LocalNode node;
	private final LoopServer server;
	private String lastProblem = "";

	Upkeep(HostThread thread, LocalNode node, LoopServer server) {
		this.thread = thread;
		this.node = node;
		this.server = server;
	}

	/** Looks each ten seconds from now on, until the thread ends. */
	void begin() {
		thread.execute(this::lookLater);
	}

	private void lookLater() {
		thread.schedule(PERIOD, () -> thread.whenDone(thread.aside(this::restore), (restored, problem) -> {
			if (problem != null) {
				tell(problem instanceof IOException failure ? FileFailure.line(failure) : String.valueOf(problem.getMessage()));
			} else {
				lastProblem = "";
			}
			lookLater();
		}));
	}

	private List<Path> restore() throws IOException, PmixException {
		List<Path> restored = new ArrayList<>(node.restore());
		restored.addAll(server.restoreAnnouncements());
		if (!restored.isEmpty()) {
			HostLog.log(Level.WARNING, "someone has removed files of the server while it runs; these were made again: "
					+ restored.stream().map(BytePaths::text).collect(Collectors.joining(", ")));
		}
		return restored;
	}

	/** Tells each problem once, however long it lasts. */
	private void tell(String problem) {
		if (!problem.equals(lastProblem)) {
			lastProblem = problem;
			HostLog.log(Level.WARNING, "someone has removed files of the running server, which tools may no longer find: " + problem);
		}
	}
}
