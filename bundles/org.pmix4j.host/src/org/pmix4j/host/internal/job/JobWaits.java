// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.pmi.PmiRanks;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;

/**
 * Tells the user what one job waits for whenever nothing has happened to it for a while. Tells each standstill once. Owned by its
 * {@link JobWatch}, used on the host's thread.
 */
final class JobWaits {
	/** The number of checks of the job within the limit. */
	private static final int LOOKS = 4;
	/** The number of distinct times of last requests. */
	private static final int MOST_TIMES = 5;
	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
	private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

	private final HostThread thread;
	private final PmiRanks server;
	private final String nspace;
	private final JobProgress progress;
	private final JobNotifier news;
	private final Alarm alarm;
	private Optional<EngineEvent> seen = Optional.empty();
	private int unchanged;

	JobWaits(HostThread thread, PmiRanks server, String nspace, JobProgress progress, JobNotifier news) {
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
		Optional<EngineEvent> last = news.last();
		unchanged = last.equals(seen) ? unchanged + 1 : 0;
		seen = last;
		if (unchanged == LOOKS) {
			thread.whenDone(server.waits().thenCombine(server.silences(), Found::new), (found, problem) -> {
				if (problem == null) {
					lines(found).forEach(line -> news.tell("no progress for " + limit.toSeconds() + " s: " + line));
				}
			});
		}
	}

	/** The waits of processes, and the times since the last requests of those that wait for no reply. */
	private record Found(List<Wait> waits, Map<Proc, Duration> silences) {
	}

	private List<String> lines(Found found) {
		List<String> lines = new ArrayList<>();
		add(RankState.PREPARED, "to be started", lines);
		if (progress.tally().initialized() > 0) {
			add(RankState.STARTED, "not in PMIx_Init, which other ranks have called", lines);
		}
		add(RankState.EXITED, "exited, but another process holds the output open", lines);
		JobDump.stops(progress.ranks()).forEach(line -> lines.add(line.replaceFirst(":", " of " + nspace + ":")));
		found.waits.stream().filter(wait -> wait.concerns(nspace)).map(Wait::text).forEach(lines::add);
		addSilent(found, lines);
		return lines;
	}

	/** Adds the ranks that wait in no call of PMIx, by the times of their last requests. */
	private void addSilent(Found found, List<String> lines) {
		TreeMap<LocalDateTime, List<RankRun>> ranks = new TreeMap<>();
		for (RankRun rank : progress.ranks()) {
			if (!rank.isSuspended() && found.waits.stream().noneMatch(wait -> holds(wait, rank.proc()))) {
				silentSince(rank, found.silences).map(since -> LocalDateTime.ofInstant(since, ZoneId.systemDefault()).truncatedTo(
						ChronoUnit.SECONDS)).ifPresent(since -> ranks.computeIfAbsent(since, first -> new ArrayList<>()).add(rank));
			}
		}
		int count = 0;
		for (Map.Entry<LocalDateTime, List<RankRun>> each : ranks.entrySet()) {
			if (count == MOST_TIMES) {
				// the times of the others are of less interest: they have spoken last
				List<RankRun> others = ranks.tailMap(each.getKey()).values().stream().flatMap(List::stream)
						.sorted(Comparator.comparing((RankRun rank) -> rank.proc().rank().value())).toList();
				lines.add(silent(others, each.getKey(), " or later"));
				return;
			}
			lines.add(silent(each.getValue(), each.getKey(), ""));
			count++;
		}
	}

	private String silent(List<RankRun> ranks, LocalDateTime since, String more) {
		boolean isToday = since.toLocalDate().equals(LocalDate.now());
		return FailureText.numbered(ranks) + " of " + nspace + ": computing or in MPI since " + (isToday ? TIME : DATE).format(since) + more
				+ ", see --get-stack-traces";
	}

	private static boolean holds(Wait wait, Proc rank) {
		return wait.procs().stream().anyMatch(proc -> proc.matches(rank))
				&& wait.awaited().stream().noneMatch(proc -> proc.matches(rank));
	}

	/** Returns the time of the last request of a rank that waits for no reply, or of its start. */
	private Optional<Instant> silentSince(RankRun rank, Map<Proc, Duration> silences) {
		return switch (rank.state()) {
			case STARTED -> Optional.of(rank.since()).filter(since -> progress.tally().initialized() == 0);
			case CONNECTED -> Optional.ofNullable(silences.get(rank.proc())).map(Instant.now()::minus);
			case FINALIZED -> Optional.of(rank.since());
			case PREPARED, EXITED, ENDED -> Optional.empty();
		};
	}

	private void add(RankState state, String what, List<String> lines) {
		List<Integer> ranks = progress.ranks().stream().filter(rank -> rank.state() == state).map(rank -> rank.proc().rank().value()).toList();
		if (!ranks.isEmpty()) {
			lines.add((ranks.size() == 1 ? "rank " : "ranks ") + FailureText.list(ranks) + " of " + nspace + ": " + what);
		}
	}
}
