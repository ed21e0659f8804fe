// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.pmix4j.host.JobCounters;
import org.pmix4j.host.LocalJob;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.job.Job;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.RankStop;

/** Describes the state of a job and of its ranks for users. Stateless. */
final class JobDump {
	private static final double MILLIS = 1000;

	private JobDump() {
	}

	/** Describes a job; {@code last} is the last event. */
	static String of(LocalJob job, Optional<EngineEvent> last) {
		List<String> lines = new ArrayList<>();
		lines.add("job " + job.nspace() + ", " + job.state().constantName().orElse(job.state().toString()) + " (" + job.stage().label() + ")"
				+ job.failure().map(failure -> ", failed: " + failure.label()).orElse(""));
		lines.add("  " + counters(job.counters()) + "; " + job.slots() + (job.slots() == 1 ? " slot" : " slots"));
		relatives(job).ifPresent(lines::add);
		Map<RankState, List<Integer>> byState = job.ranks().stream().filter(rank -> !rank.isSuspended())
				.collect(Collectors.groupingBy(RankProcess::state, () -> new EnumMap<>(RankState.class),
						Collectors.mapping(rank -> rank.proc().rank().value(), Collectors.toList())));
		byState.forEach((state, ranks) -> lines.add("  " + state + ": " + ranks(ranks) + missing(state)));
		stops(job.ranks()).forEach(line -> lines.add("  " + line));
		job.heldAt().ifPresent(place -> lines.add("  " + job.counters().readyForDebug() + " ranks wait for a debugger at '" + place + "'"));
		last.ifPresent(event -> lines.add("  last event " + seconds(Duration.between(event.time(), Instant.now())) + " ago: " + event.text()));
		if (!job.traces().isEmpty()) {
			lines.add("  stack traces of " + job.traces().size() + " ranks were taken");
		}
		return String.join("\n", lines);
	}

	private static String counters(JobCounters counters) {
		return counters.mapped() + " ranks mapped, " + counters.launched() + " launched, " + counters.reported() + " called PMIx_Init, "
				+ counters.terminated() + " terminated";
	}

	private static Optional<String> relatives(LocalJob job) {
		StringJoiner text = new StringJoiner("; ", "  ", "");
		text.setEmptyValue("");
		job.spawner().ifPresent(proc -> text.add("spawned by " + proc));
		job.launcher().ifPresent(tool -> text.add("launched by " + tool));
		if (!job.children().isEmpty()) {
			text.add("children: " + job.children().stream().map(Job::nspace).collect(Collectors.joining(", ")));
		}
		return Optional.of(text.toString()).filter(line -> !line.isEmpty());
	}

	/**
	 * {@return a line for the ranks that are stopped by the same signal: {@code ranks 1,3: stopped by SIGSTOP for 2.5 s}}
	 *
	 * @param ranks of a job
	 */
	static List<String> stops(List<? extends RankProcess> ranks) {
		Map<String, List<RankProcess>> byCause = new TreeMap<>();
		for (RankProcess rank : ranks) {
			rank.stop().ifPresent(stop -> byCause.computeIfAbsent(stop.text(), first -> new ArrayList<>()).add(rank));
		}
		return byCause.entrySet().stream().map(each -> ranks(each.getValue().stream().map(rank -> rank.proc().rank().value()).toList()) + ": "
				+ each.getKey() + " for " + seconds(Duration.between(each.getValue().stream().flatMap(rank -> rank.stop().stream())
						.map(RankStop::since).min(Comparator.naturalOrder()).orElseGet(Instant::now), Instant.now())))
				.toList();
	}

	private static String ranks(List<Integer> numbers) {
		return (numbers.size() == 1 ? "rank " : "ranks ") + FailureText.list(numbers);
	}

	private static String seconds(Duration time) {
		return String.format(Locale.ROOT, "%.1f s", time.toMillis() / MILLIS);
	}

	/** Returns the next step of a rank in this state. */
	private static String missing(RankState state) {
		return switch (state) {
			case PREPARED -> ", to be started";
			case STARTED -> ", has not called PMIx_Init";
			case CONNECTED -> ", runs";
			case FINALIZED -> ", has called PMIx_Finalize and not exited";
			case EXITED -> ", has exited, but its output is still open";
			case ENDED -> "";
		};
	}
}
