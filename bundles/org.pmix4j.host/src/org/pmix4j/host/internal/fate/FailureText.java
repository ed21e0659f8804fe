// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.job.RankProcess;

/** Formulates failures for users, one line each. Stateless. */
public final class FailureText {
	/** Begins lines that belong to the line before. */
	public static final String INDENT = "    ";

	private static final int MOST_NAMED = 10;

	private FailureText() {
	}

	/**
	 * @param rank   a rank
	 * @param fate   its fate: {@code died of SIGSEGV}
	 * @param killed the number of other ranks that were ended because of it
	 * @param size   the number of ranks of the job
	 * @return {@code rank 3 on node (pid 4711) died of SIGSEGV; the other 7 ranks were ended}
	 */
	public static String failed(RankProcess rank, String fate, int killed, int size) {
		return who(rank) + " " + fate + others(killed, size);
	}

	/**
	 * @param rank a rank
	 * @return {@code rank 3 on node (pid 4711)}
	 */
	public static String who(RankProcess rank) {
		String pid = rank.pid().isPresent() ? " (pid " + rank.pid().getAsInt() + ")" : "";
		return "rank " + rank.proc().rank() + " on " + rank.node().name() + pid;
	}

	private static String others(int killed, int size) {
		if (killed == 0) {
			return "";
		}
		if (killed == size - 1) {
			return killed == 1 ? "; the other rank was ended" : "; the other " + killed + " ranks were ended";
		}
		return killed == 1 ? "; 1 other rank was ended" : "; " + killed + " other ranks were ended";
	}

	/**
	 * @param limit  how long the job was allowed to run
	 * @param killed how many ranks were ended
	 * @return the message of a time limit
	 */
	public static String timedOut(Duration limit, int killed) {
		return "the job ran into its time limit of " + seconds(limit) + "; " + ranks(killed) + " ended";
	}

	/**
	 * @param limit  how long the start was allowed to take
	 * @param killed how many ranks were ended
	 * @return the message of a time limit of the start
	 */
	public static String startTimedOut(Duration limit, int killed) {
		return "the job did not start within its time limit of " + seconds(limit) + "; " + ranks(killed) + " ended";
	}

	/**
	 * @param killed how many ranks were ended
	 * @return the message of an interrupt
	 */
	public static String canceled(int killed) {
		return "the job was interrupted; " + ranks(killed) + " ended";
	}

	private static String ranks(int count) {
		return count == 1 ? "1 rank was" : count + " ranks were";
	}

	static String seconds(Duration limit) {
		String text = String.format(Locale.ROOT, "%.3f", limit.toMillis() / 1000.0).replaceAll("\\.?0+$", "");
		return text + " s";
	}

	/**
	 * @param ranks ranks that have not ended
	 * @return the message that the host closed without them
	 */
	public static String notEnded(List<? extends RankProcess> ranks) {
		return "the host closed while rank " + list(ranks.stream().map(rank -> rank.proc().rank().value()).toList())
				+ " still ran, in spite of SIGKILL";
	}

	/**
	 * @param rank    a rank that has exited
	 * @param holders processes that keep its output open; empty if none can be seen
	 * @return {@code process 4711 (tee), which holds the output of rank 0}
	 */
	public static String holding(RankProcess rank, List<Remnant> holders) {
		String output = "the output of rank " + rank.proc().rank();
		return holders.isEmpty() ? output + ", which a process of another user holds"
				: processes(holders) + (holders.size() == 1 ? ", which holds " : ", which hold ") + output;
	}

	/**
	 * @param killed processes
	 * @return {@code killed process 4711 (tee), which rank 0 had left behind}
	 */
	public static String killed(List<Remnant> killed) {
		Set<String> ranks = killed.stream().map(each -> each.rank().orElse("")).collect(Collectors.toSet());
		String rank = ranks.iterator().next();
		String leavers = ranks.size() > 1 || rank.isEmpty() ? "the ranks" : "rank " + rank;
		return "killed " + processes(killed) + ", which " + leavers + " had left behind";
	}

	private static String processes(List<Remnant> some) {
		String names = some.stream().limit(MOST_NAMED).map(Remnant::toString).collect(Collectors.joining(", "));
		return (some.size() == 1 ? "process " : "processes ") + names
				+ (some.size() > MOST_NAMED ? " and " + (some.size() - MOST_NAMED) + " more" : "");
	}

	/**
	 * @param ranks in their order
	 * @return {@code rank 3} or {@code ranks 0-3,7}
	 */
	public static String numbered(List<? extends RankProcess> ranks) {
		return (ranks.size() == 1 ? "rank " : "ranks ") + list(ranks.stream().map(rank -> rank.proc().rank().value()).toList());
	}

	/**
	 * @param ranks sorted numbers
	 * @return the numbers with consecutive ones contracted: {@code 0-3,7}
	 */
	public static String list(List<Integer> ranks) {
		StringBuilder text = new StringBuilder();
		int at = 0;
		while (at < ranks.size()) {
			int end = at;
			while (end + 1 < ranks.size() && ranks.get(end + 1) == ranks.get(end) + 1) {
				end++;
			}
			text.append(text.isEmpty() ? "" : ",").append(ranks.get(at));
			if (end > at) {
				text.append(end == at + 1 ? "," : "-").append(ranks.get(end));
			}
			at = end + 1;
		}
		return text.toString();
	}
}
