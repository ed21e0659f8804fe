// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.RankState;
import org.pmix4j.process.internal.process.ChildProcess;

/**
 * Watches the output that other processes hold open after all ranks of a job have exited, such as a daemon or a background process of a
 * shell: names them after a while, and ends the wait if the user limits it. A sink that is merely slow is waited for. Owned by a
 * {@link JobEnd}, used on the host's thread.
 */
final class OutputLinger {
	/** The time that output may stay open before it is reported to the user. */
	private static final Duration UNTOLD = Duration.ofSeconds(3);
	/** The most ranks in a report. */
	private static final int MOST = 4;

	private final HostThread thread;
	private final JobProgress progress;
	private final JobNotifier news;
	private final BooleanSupplier isBehind;
	private final Alarm telling;
	private final Alarm limiting;

	/** @param isBehind whether the sink is behind, in which case the wait begins anew */
	OutputLinger(HostThread thread, JobProgress progress, JobNotifier news, BooleanSupplier isBehind) {
		this.thread = thread;
		this.progress = progress;
		this.news = news;
		this.isBehind = isBehind;
		telling = new Alarm(thread);
		limiting = new Alarm(thread);
	}

	/**
	 * Begins to wait; the last rank has exited.
	 *
	 * @param limit   of the wait; zero for none
	 * @param tooLong gets the failure of the job when the limit has passed
	 */
	void await(Duration limit, Consumer<JobFailure> tooLong) {
		assert thread.inThread();
		after(telling, UNTOLD, held -> news.tell("the job waits for " + held));
		if (!limit.isZero()) {
			after(limiting, limit, held -> tooLong.accept(JobFailure.outputHeld(held, limit)));
		}
	}

	/** Stops waiting; all output has ended. */
	void cancel() {
		telling.cancel();
		limiting.cancel();
	}

	private void after(Alarm alarm, Duration time, Consumer<String> act) {
		alarm.set(time, () -> {
			if (isBehind.getAsBoolean()) {
				after(alarm, time, act);
			} else {
				findHolders(act);
			}
		});
	}

	/** Describes the holders, unless the output ends meanwhile. */
	private void findHolders(Consumer<String> act) {
		Map<NodeAgent, List<ChildProcess>> children = new LinkedHashMap<>();
		exited().forEach(rank -> children.computeIfAbsent(rank.agent(), key -> new ArrayList<>()).add(rank.child().orElseThrow()));
		Map<ChildProcess, List<Remnant>> holders = new LinkedHashMap<>();
		CompletableFuture<?>[] all = children.entrySet().stream()
				.map(node -> node.getKey().outputHolders(node.getValue()).thenAcceptAsync(holders::putAll, thread::execute))
				.toArray(CompletableFuture[]::new);
		thread.whenDone(CompletableFuture.allOf(all), (found, problem) -> {
			String held = exited().stream().limit(MOST)
					.map(rank -> FailureText.holding(rank, holders.getOrDefault(rank.child().orElseThrow(), List.of())))
					.collect(Collectors.joining("; "));
			if (!held.isEmpty()) {
				act.accept(held);
			}
		});
	}

	private List<RankRun> exited() {
		return progress.ranks().stream().filter(rank -> rank.state() == RankState.EXITED && rank.child().isPresent()).toList();
	}
}
