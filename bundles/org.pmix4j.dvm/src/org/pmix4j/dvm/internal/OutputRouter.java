// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOutput;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Proc;

/**
 * Routes forwarded output to the jobs that the engine has launched. Output may come before the server has named its job, so some is kept
 * while launches are under way, and further one waits. Thread-safe: the tool delivers one piece at a time, the engine's thread adds and
 * removes jobs.
 */
public final class OutputRouter implements IofHandler {
	/** The most bytes that are kept; programs that write more before all ranks have started wait for that. */
	public static final int MOST_EARLY = 8 << 20;
	/** How many ended jobs are remembered. */
	private static final int MOST_ENDED = 1000;

	private final Proc self;
	private final Proc server;
	private final Map<String, JobStreams> jobs = new LinkedHashMap<>();
	/** The last jobs that have ended: what still comes of them is no descendant's output. */
	private final Set<String> over = new LinkedHashSet<>();
	private final List<IofOutput> early = new ArrayList<>();
	private long earlyBytes;
	private boolean isClosed;
	/** Messages of the server that name no job, while a launch is under way: the reason of a refusal. */
	private final List<String> reasons = new ArrayList<>();
	private CompletableFuture<Void> reason = new CompletableFuture<>();
	private int launches;

	/**
	 * @param self   the tool
	 * @param server its server
	 */
	public OutputRouter(Proc self, Proc server) {
		this.self = self;
		this.server = server;
	}

	@Override
	public void handle(IofOutput output) {
		JobStreams job = find(output);
		if (job != null && isOfServer(output)) {
			job.takeMessages(ServerText.lines(output.data()));
		} else if (job != null) {
			job.take(output);
		}
	}

	/** Returns whether the server itself has written it: PRRTE sends its messages to a tool as standard error of one of both. */
	private boolean isOfServer(IofOutput output) {
		return output.source().equals(self) || output.source().equals(server);
	}

	private synchronized @Nullable JobStreams find(IofOutput output) {
		awaitRoom(output);
		JobStreams job = jobs.get(rootOf(output));
		if (job != null || over.contains(rootOf(output))) {
			return job;
		}
		if (launches > 0) {
			if (isOfServer(output)) {
				reasons.addAll(ServerText.lines(output.data()));
				if (!reasons.isEmpty()) {
					// the engine goes on, on its own thread
					reason.complete(null);
				}
			} else {
				early.add(output);
				earlyBytes += output.data().size();
			}
			return null;
		}
		return family();
	}

	/** Waits while too much is kept, unless the piece belongs to a job. */
	private void awaitRoom(IofOutput output) {
		boolean interrupted = false;
		while (launches > 0 && !isClosed && earlyBytes > MOST_EARLY && !isOfServer(output) && !isKnown(rootOf(output))) {
			try {
				wait();
			} catch (InterruptedException e) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean isKnown(String root) {
		return jobs.containsKey(root) || over.contains(root);
	}

	private static String rootOf(IofOutput output) {
		return Submission.root(output.source(), output.infos());
	}

	/** Returns the job that gets the output of jobs that ranks spawn: PRRTE does not say from which one they descend. */
	private @Nullable JobStreams family() {
		return jobs.isEmpty() ? null : jobs.values().iterator().next();
	}

	/** Keeps output that belongs to no job until {@link #named} or {@link #refused}. */
	public synchronized void launching() {
		launches++;
	}

	/** Passes on the output of a job, first what has come before. */
	synchronized void named(String nspace, JobStreams job) {
		jobs.put(nspace, job);
		early.stream().filter(each -> rootOf(each).equals(nspace)).forEach(job::takeEarly);
		early.removeIf(each -> rootOf(each).equals(nspace));
		earlyBytes = early.stream().mapToLong(each -> each.data().size()).sum();
		launched();
	}

	/** Returns a future that completes as soon as the server has said something since the launch began. */
	synchronized CompletableFuture<Void> reason() {
		return reason;
	}

	/** {@return what the server has said since the launch began, which has failed} */
	public synchronized Optional<String> refused() {
		Optional<String> text = reasons.isEmpty() ? Optional.empty() : Optional.of(reasons.stream().collect(Collectors.joining("\n")));
		forgetReasons();
		launched();
		return text;
	}

	/** Ends a launch. Messages left after the last one belong to descendants of a job, if there is one. */
	private void launched() {
		launches--;
		if (launches == 0) {
			JobStreams job = family();
			if (job != null) {
				early.forEach(job::takeEarly);
			}
			early.clear();
			earlyBytes = 0;
			forgetReasons();
		}
		notifyAll();
	}

	private void forgetReasons() {
		reasons.clear();
		if (reason.isDone()) {
			reason = new CompletableFuture<>();
		}
	}

	/** Lets output wait no longer, as the tool is closing. */
	public synchronized void close() {
		isClosed = true;
		notifyAll();
	}

	/** Drops output of a job from now on. */
	synchronized void ended(String nspace) {
		jobs.remove(nspace);
		over.add(nspace);
		if (over.size() > MOST_ENDED) {
			over.remove(over.iterator().next());
		}
	}
}
