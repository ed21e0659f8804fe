// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineStarts;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.prrte.DvmProcess;

/**
 * A DVM of PRRTE that stays and takes jobs of {@code submit}, from its start until a signal, a tool or the end of its allocation ends it.
 * Tools attach to the DVM itself. Owned by the command; threads of signals call it, too.
 */
final class DvmServer implements SignalTarget {
	/** Options of servers that a DVM does not get when it starts. */
	private static final List<JobOption<?>> LISTS = List.of(PlacementOptions.ADD_HOSTS, PlacementOptions.ADD_HOSTFILE);
	private static final List<LaunchWord> WORDS = List.of(LaunchWord.ROLE, LaunchWord.IDLE);

	private final EngineChoice engine;
	private final OptionLine line;
	private final Console console;
	private final CompletableFuture<Void> stop = new CompletableFuture<>();

	DvmServer(EngineChoice engine, OptionLine line, Console console) {
		this.engine = engine;
		this.line = line;
		this.console = console;
	}

	/** Refuses what a DVM cannot be, and options of a server on this machine. */
	static void check(EngineChoice engine, OptionLine line) {
		if (!engine.where().isEmpty() || engine.name().equals(EngineChoice.SRUN)) {
			throw new IllegalArgumentException("option --engine of a server must be local, prrte or slurm, not '"
					+ line.get(LaunchWord.SERVER_ENGINE).get(0) + "'");
		}
		List<String> words = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			boolean isOfServer = option.scope() == OptionScope.LAUNCHER && option != LauncherOptions.REPORT_URI;
			if ((isOfServer || LISTS.contains(option)) && line.values().isSet(option)) {
				words.add(option.words().get(0));
			}
		}
		WORDS.stream().filter(line::has).map(LaunchWord::word).forEach(words::add);
		if (!words.isEmpty()) {
			throw new IllegalArgumentException("a server of the engine " + engine.name() + " does not honor " + String.join(", ", words)
					+ ", which is for the engine local");
		}
	}

	/** Runs the server, and returns its exit code when it has ended. */
	int run() throws PmixException, IOException {
		try (DvmProcess dvm = begin()) {
			LauncherProcess.prepare();
			String address = dvm.await();
			console.signals().running(this);
			try (Closeable pid = PidFile.withdrawnIfKilled(line); Closeable uri = reportUri(address)) {
				CommandStart.reportPid(line, console);
				PersistentServer.announce(line, console, "pmix4j server ready, " + dvm.name() + ", namespace " + nspace(address));
				CompletableFuture.anyOf(stop, dvm.ended()).join();
				return stop.isDone() ? 0 : ended(dvm);
			}
		} finally {
			console.signals().closed();
			PidFile.removeAfter(line);
			Daemon.endLog();
		}
	}

	private DvmProcess begin() throws PmixException {
		JobSpec nodes = JobSpec.of(new AppSpec("server", List.of(), line.values()));
		return EngineStarts.dvm(engine, nodes, OwnProcess.environment(), wait -> console.message(wait + "; Ctrl-C revokes it"));
	}

	/** Returns the namespace in an address such as {@code prte-node-1@0.0;tcp4://...}. */
	private static String nspace(String address) {
		String server = address.split(";", 2)[0];
		int dot = server.lastIndexOf('.');
		return dot < 0 ? server : server.substring(0, dot);
	}

	/** Writes the address to where the option says; what it returns removes the file. */
	private Closeable reportUri(String address) throws IOException {
		if (!line.values().isSet(LauncherOptions.REPORT_URI)) {
			return () -> {
				// nothing to remove
			};
		}
		String where = line.values().get(LauncherOptions.REPORT_URI);
		Optional<PrintWriter> stream = where.equals("-") ? Optional.of(console.out()) : where.equals("+") ? Optional.of(console.err())
				: Optional.empty();
		if (stream.isPresent()) {
			stream.get().println(address);
			stream.get().flush();
			return () -> {
				// nothing to remove
			};
		}
		Path file = OwnProcess.directory().resolve(BytePaths.of(where));
		Closeable guard = PidFile.withdrawnIfKilled(file, address);
		try {
			Files.writeString(file, address + "\n");
		} catch (IOException e) {
			throw new IOException("the address cannot be written to " + BytePaths.text(file) + ": " + FileFailure.reason(e), e);
		}
		return () -> {
			guard.close();
			Files.deleteIfExists(file);
		};
	}

	private int ended(DvmProcess dvm) {
		int code = dvm.ended().join();
		if (code != 0) {
			List<String> words = dvm.lastWords().join();
			words.forEach(console::message);
			if (words.isEmpty()) {
				console.message("the DVM has ended with exit code " + code);
			}
		}
		return code == 0 ? 0 : JobResult.HOST_FAILED;
	}

	@Override
	public void interrupt() {
		stop.complete(null);
	}

	@Override
	public Duration killTimeout() {
		return Duration.ZERO;
	}

	/** Keeps signals from the jobs: each has a submitter that forwards its own. */
	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public String dump() {
		return "the DVM has its own dump: pmix4j dump";
	}
}
