// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.Job;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * A server in this process, from its start until a signal, a tool or its idle time ends it. Owned by the command; the host's thread and
 * threads of signals call it, too.
 */
final class PersistentServer implements HostListener, SignalTarget {
	private final HostOptions options;
	private final OptionLine line;
	private final Console console;
	private final CompletableFuture<String> stop = new CompletableFuture<>();
	private volatile long busy = System.nanoTime();
	private volatile @Nullable LocalHost host;

	PersistentServer(HostOptions options, OptionLine line, Console console) {
		this.options = options;
		this.line = line;
		this.console = console;
	}

	/** Runs the server, and returns its exit code when it has ended. */
	int run() throws PmixException, IOException {
		Optional<Duration> idle = line.has(LaunchWord.IDLE) ? Optional.of(Servers.seconds(line, LaunchWord.IDLE))
				: Optional.empty();
		LauncherProcess.prepare();
		Optional<PidFile> pidFile = PidFile.of(line);
		try (LocalHost running = LocalHost.start(options.withListener(this).asLauncher())) {
			host = running;
			console.signals().running(this);
			if (pidFile.isPresent()) {
				running.withdrawIfKilled(pidFile.get().path(), PidFile.text());
			}
			CommandStart.reportPid(line, console);
			announce(line, console, "pmix4j server ready, pid " + ProcessHandle.current().pid());
			await(running, idle);
		} finally {
			host = null;
			console.signals().closed();
			if (pidFile.isPresent()) {
				pidFile.get().remove();
			}
		}
		Daemon.endLog();
		return 0;
	}

	/** Says that jobs can be submitted: a line, and to a parent that waits for this process, the end of standard output. */
	static void announce(OptionLine line, Console console, String text) throws IOException {
		if (!line.has(LaunchWord.NO_READY_MESSAGE)) {
			console.out().println(text);
			console.out().flush();
		}
		if (Daemon.isDaemon()) {
			try (FileOutputStream descriptor = new FileOutputStream(FileDescriptor.out)) {
				descriptor.write(Daemon.READY.getBytes(StandardCharsets.US_ASCII));
			}
		}
	}

	private void await(LocalHost running, Optional<Duration> idle) {
		try {
			if (idle.isEmpty()) {
				LauncherProcess.await(stop);
			}
			while (!stop.isDone()) {
				long left = idle.get().toNanos() - (System.nanoTime() - busy);
				if (left <= 0 && running.jobs().isEmpty()) {
					return;
				}
				awaitStop(Math.max(left, TimeUnit.MILLISECONDS.toNanos(100)));
			}
		} catch (ExecutionException e) {
			throw new IllegalStateException(e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	private void awaitStop(long nanos) throws ExecutionException, InterruptedException {
		try {
			stop.get(nanos, TimeUnit.NANOSECONDS);
		} catch (TimeoutException e) {
			// looks again whether a job runs
		}
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		busy = System.nanoTime();
	}

	/** Logs messages of jobs whose spawner does not get them. */
	@Override
	public void message(Job job, String text) {
		if (job.spawner().isPresent()) {
			console.message(text);
		}
	}

	@Override
	public boolean stopRequested(Proc tool) {
		stop.complete("stopped by " + tool);
		return true;
	}

	@Override
	public void hostFailed(String reason) {
		LauncherProcess.fail(reason);
	}

	@Override
	public void interrupt() {
		LocalHost running = host;
		if (!stop.complete("interrupted") && running != null) {
			running.interrupt();
		}
	}

	@Override
	public Duration killTimeout() {
		LocalHost running = host;
		return running == null ? Duration.ZERO : running.killTimeout();
	}

	/** Keeps signals from the jobs: each has a submitter that forwards its own. */
	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public String dump() {
		LocalHost running = host;
		return running == null ? "the server is starting or ending" : running.dump().join();
	}
}
