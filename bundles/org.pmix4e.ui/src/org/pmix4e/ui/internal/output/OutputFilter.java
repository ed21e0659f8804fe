// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.ui.internal.Messages;

/**
 * Selects lines by words with spaces between: {@code rank:0,4-7} for ranks, {@code -rank:3} for all others, {@code host:a,b} for the
 * ranks on these nodes, {@code job:4} for one of the jobs of a launch, {@code err} or {@code out} for a stream, and any other word for a
 * part of the text, in upper or lower case. A line must meet all of them. Immutable.
 */
public final class OutputFilter {
	/** Selects every line. */
	public static final OutputFilter ALL = new OutputFilter("", new BitSet(), false, new BitSet(), Set.of(), false, false, List.of());
	private static final String HOST = "host:";
	private static final String JOB = "job:";
	private static final String RANK = "rank:";
	private static final String NOT_RANK = "-rank:";
	private static final int MOST_RANKS = 1 << 20;

	/** The number of a job; empty for all. */
	private final String job;
	private final BitSet ranks;
	private final boolean byRank;
	private final BitSet hidden;
	/** The names of nodes; empty for all. */
	private final Set<String> hosts;
	private final boolean onlyError;
	private final boolean onlyStandard;
	private final List<String> words;

	private OutputFilter(String job, BitSet ranks, boolean byRank, BitSet hidden, Set<String> hosts, boolean onlyError,
			boolean onlyStandard, List<String> words) {
		this.job = job;
		this.ranks = ranks;
		this.byRank = byRank;
		this.hidden = hidden;
		this.hosts = Set.copyOf(hosts);
		this.onlyError = onlyError;
		this.onlyStandard = onlyStandard;
		this.words = List.copyOf(words);
	}

	/**
	 * @param text as the user typed it
	 * @return the filter
	 * @throws IllegalArgumentException if the ranks are not a list of numbers, or a host has no name; the message says what to type
	 */
	public static OutputFilter parse(String text) {
		String job = "";
		BitSet ranks = new BitSet();
		boolean byRank = false;
		BitSet hidden = new BitSet();
		Set<String> hosts = new HashSet<>();
		boolean error = false;
		boolean standard = false;
		List<String> words = new ArrayList<>();
		for (String word : text.strip().split("\\s+")) {
			if (word.startsWith(RANK)) {
				byRank = true;
				addRanks(ranks, word.substring(RANK.length()));
			} else if (word.startsWith(NOT_RANK)) {
				addRanks(hidden, word.substring(NOT_RANK.length()));
			} else if (word.startsWith(HOST)) {
				addHosts(hosts, word.substring(HOST.length()));
			} else if (word.startsWith(JOB)) {
				job = word.substring(JOB.length());
			} else if (word.equals("err")) {
				error = true;
			} else if (word.equals("out")) {
				standard = true;
			} else if (!word.isEmpty()) {
				words.add(word.toLowerCase(Locale.ROOT));
			}
		}
		return new OutputFilter(job, ranks, byRank, hidden, hosts, error && !standard, standard && !error, words);
	}

	/**
	 * @param job the namespace of a job
	 * @return what a user types to see only this job, in front of other words
	 */
	static String ofJob(String job) {
		return JOB + OutputChunk.jobNumber(job) + " ";
	}

	/**
	 * @param ranks numbers of ranks, at least one
	 * @return what a user types to see only these ranks
	 */
	public static String ofRanks(BitSet ranks) {
		return RANK + RankSet.of(ranks);
	}

	/** Returns what a user types to see only the rank that has written a line. */
	static String ofRank(OutputLine line) {
		BitSet rank = new BitSet();
		rank.set(line.rank());
		return ofRanks(rank);
	}

	/**
	 * @param text of a filter
	 * @param rank the number of a rank
	 * @return the filter that also hides this rank
	 */
	static String without(String text, int rank) {
		return (text.strip() + " " + NOT_RANK + rank).strip();
	}

	private static void addHosts(Set<String> hosts, String list) {
		List<String> names = List.of(list.toLowerCase(Locale.ROOT).split(",", -1));
		if (names.contains("")) {
			throw new IllegalArgumentException(NLS.bind(Messages.outputView_badHosts, list));
		}
		hosts.addAll(names);
	}

	private static void addRanks(BitSet ranks, String list) {
		try {
			for (String part : list.split(",")) {
				int dash = part.indexOf('-');
				int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
				int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
				if (first < 0 || last < first || last >= MOST_RANKS) {
					throw new NumberFormatException(part);
				}
				ranks.set(first, last + 1);
			}
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException(NLS.bind(Messages.outputView_badRanks, list), e);
		}
	}

	/**
	 * @param line a line of a rank or of the launcher
	 * @param node returns the name of the node that the rank of a line runs on; empty if that is not known
	 * @return whether it is selected
	 */
	public boolean selects(OutputLine line, Function<OutputLine, String> node) {
		return selectsText(line) && (hosts.isEmpty() || isOnHost(node.apply(line).toLowerCase(Locale.ROOT)));
	}

	/** Returns whether a node is one of the hosts, which may be named without their domain. */
	private boolean isOnHost(String node) {
		return hosts.contains(node) || hosts.contains(node.split("\\.", 2)[0]);
	}

	private boolean selectsText(OutputLine line) {
		if (!job.isEmpty() && !line.jobNumber().equals(job)) {
			return false;
		}
		if (line.rank() >= 0 && hidden.get(line.rank())) {
			return false;
		}
		if (byRank && (line.rank() < 0 || !ranks.get(line.rank())) || onlyError && !line.error() || onlyStandard && line.error()) {
			return false;
		}
		if (words.isEmpty()) {
			return true;
		}
		String text = line.text().toLowerCase(Locale.ROOT);
		return words.stream().allMatch(text::contains);
	}
}
