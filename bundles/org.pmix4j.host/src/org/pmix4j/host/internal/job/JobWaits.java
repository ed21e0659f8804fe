// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.RankState;
import org.pmix4j.host.events.HostEvent;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Wait;
import org.pmix4j.server.spi.LoopServer;

/**
 * Tells the user what one job waits for whenever nothing has happened to it for a while. Tells each standstill once. Owned by its
 * {@link JobWatch}, used on the host's thread.
 */
final class JobWaits {
	/** How often the job is looked at within the limit. */
	private static final int LOOKS = 4;

	private final HostThread thread;
	private final LoopServer server;
	private final String nspace;
	private final JobProgress progress;
	private final JobNews news;
	private final Alarm alarm;
	private Optional<HostEvent> seen = Optional.empty();
	private int unchanged;

	JobWaits(HostThread thread, LoopServer server, String nspace, JobProgress progress, JobNews news) {
		this.thread = thread;
		this.server = server;
		this.nspace = nspace;
		this.progress = progress;
		this.news = news;
		alarm = new Alarm(thread);
	}

	/** Begins to look at the job again and again. */
	void begin(Duration limit) {
		assert thread.inThread();
		alarm.set(limit.dividedBy(LOOKS), () -> {
			look(limit);
			begin(limit);
		});
	}

	void end() {
		alarm.cancel();
	}

	private void look(Duration limit) {
		Optional<HostEvent> last = news.last();
		unchanged = last.equals(seen) ? unchanged + 1 : 0;
		seen = last;
		if (unchanged == LOOKS) {
			thread.whenDone(server.waits(), (waits, problem) -> {
				if (problem == null) {
					lines(waits).forEach(line -> news.tell("no progress for " + limit.toSeconds() + " s: " + line));
				}
			});
		}
	}

	/** Returns what the job waits for; nothing if all its ranks run and none is known to wait. */
	private List<String> lines(List<Wait> waits) {
		List<String> lines = new ArrayList<>();
		add(RankState.PREPARED, "to be started", lines);
		if (progress.tally().initialized() > 0) {
			add(RankState.STARTED, "not in PMIx_Init, which other ranks have called", lines);
		}
		add(RankState.EXITED, "exited, but another process holds the output open", lines);
		JobDump.stops(progress.ranks()).forEach(line -> lines.add(line.replaceFirst(":", " of " + nspace + ":")));
		waits.stream().filter(wait -> wait.concerns(nspace)).map(Wait::text).forEach(lines::add);
		return lines;
	}

	private void add(RankState state, String what, List<String> lines) {
		List<Integer> ranks = progress.ranks().stream().filter(rank -> rank.state() == state).map(rank -> rank.proc().rank().value()).toList();
		if (!ranks.isEmpty()) {
			lines.add((ranks.size() == 1 ? "rank " : "ranks ") + FailureText.list(ranks) + " of " + nspace + ": " + what);
		}
	}
}
