// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A word that may be the value of an option, or stand in it, with its explanation. For help and for the completion of shells. Immutable.
 *
 * @param word as the user writes it: behind a colon if it is a qualifier, with {@code =} and what follows if it needs a value
 * @param text what it means
 */
public record ValueHelp(String word, String text) {
	private static final List<ValueHelp> MAPPING = List.of(
			new ValueHelp("slot", "Fill the slots of a node, then those of the next node. Older word: byslot."),
			new ValueHelp("node", "One rank on each node in turn. Older word: bynode."),
			new ValueHelp("core", "One rank on each core of a node in turn (default)."),
			new ValueHelp("hwthread", "One rank on each hardware thread in turn."),
			new ValueHelp("l1cache", "One rank on each level 1 cache in turn."),
			new ValueHelp("l2cache", "One rank on each level 2 cache in turn."),
			new ValueHelp("l3cache", "One rank on each level 3 cache in turn."),
			new ValueHelp("numa", "One rank on each NUMA node in turn."),
			new ValueHelp("package", "One rank on each processor package (socket) in turn."),
			new ValueHelp("ppr:N:OBJECT", "N ranks on each object of a kind: node or one of the pieces above."),
			new ValueHelp("seq", "The node of each rank is the next line of a file, or the next entry of --host or --hostfile."),
			new ValueHelp("rankfile", "The node and the processors of each rank are a line of a file: rank 0=node slot=1."),
			new ValueHelp("pe-list=LIST", "Use the processors with these logical numbers: 0,2,4-7."),
			new ValueHelp(":pe=N", "Give each rank N processors."),
			new ValueHelp(":span", "Treat the pieces of all nodes as if they were on one node."),
			new ValueHelp(":oversubscribe", "Allow more ranks than slots; they are not bound by default."),
			new ValueHelp(":nooversubscribe", "Refuse more ranks than slots."),
			new ValueHelp(":nolocal", "Run no rank on the node of the launcher."),
			new ValueHelp(":hwtcpus", "Count hardware threads as processors."),
			new ValueHelp(":corecpus", "Count cores as processors (default)."),
			new ValueHelp(":inherit", "Let jobs that the ranks spawn be placed as this one."),
			new ValueHelp(":noinherit", "Place jobs that the ranks spawn by the defaults."),
			new ValueHelp(":file=NAME", "The file of seq or rankfile."),
			new ValueHelp(":donotresolve", "For scripts of prterun: names of nodes are never resolved here."),
			new ValueHelp(":ordered", "Bind the ranks to the processors of pe-list one by one, in that order."));
	private static final List<ValueHelp> RANKING = List.of(
			new ValueHelp("slot", "Number the ranks of a node before those of the next node. Older word: byslot."),
			new ValueHelp("node", "Number one rank of each node in turn. Older word: bynode."),
			new ValueHelp("fill", "Number the ranks of a piece of hardware before those of the next piece, node by node."),
			new ValueHelp("span", "Number one rank of each piece of hardware in turn, as if all nodes were one."));
	private static final List<ValueHelp> BINDING = List.of(
			new ValueHelp("none", "Let ranks run on all processors; the default with more ranks than slots or processors."),
			new ValueHelp("hwthread", "Bind each rank to a hardware thread."),
			new ValueHelp("core", "Bind each rank to a core."),
			new ValueHelp("l1cache", "Bind each rank to the processors of a level 1 cache."),
			new ValueHelp("l2cache", "Bind each rank to the processors of a level 2 cache."),
			new ValueHelp("l3cache", "Bind each rank to the processors of a level 3 cache."),
			new ValueHelp("numa", "Bind each rank to the processors of a NUMA node."),
			new ValueHelp("package", "Bind each rank to the processors of a package (socket)."),
			new ValueHelp(":overload-allowed", "Allow more ranks on a piece than it has processors."),
			new ValueHelp(":no-overload", "Refuse more ranks on a piece than it has processors (default)."),
			new ValueHelp(":if-supported", "Run ranks unbound that cannot be bound."),
			new ValueHelp(":limit=N", "Bind at most N ranks to one piece."),
			new ValueHelp(":report", "Show the binding of each rank on standard error."));
	private static final List<ValueHelp> TARGETS = List.of(new ValueHelp("all", "All ranks."), new ValueHelp("none", "No rank."),
			new ValueHelp("N", "The rank with that number."));
	/** Words of lists that mean one of several values of their options, whose text does not fit them. */
	private static final Map<String, String> OF_WORDS = Map.of(
			"tag", "Begin each line with its job, rank and stream: '[1,0]<stdout>: '.",
			"tag-detailed", "As tag, with host and process id: '[1,0][host:4711]<stdout>: '.",
			"tag-fullname", "As tag, with the whole namespace for the job: '[p4j-57d1@1,0]<stdout>: '.",
			"rank", "Begin each line with its rank and stream: '[0]<stdout>: '.",
			"copy", "Write output to the files and to the launcher's own streams (default).");
	private static final Map<JobOption<?>, List<ValueHelp>> OF_OPTIONS = Map.of(PlacementOptions.MAP_BY, MAPPING, PlacementOptions.RANK_BY,
			RANKING, PlacementOptions.BIND_TO, BINDING, JobOptions.STDIN, TARGETS);

	/**
	 * Returns the help of the values of an option.
	 *
	 * @param option an option
	 * @return the words of its values; empty if any value is as good
	 */
	public static List<ValueHelp> of(JobOption<?> option) {
		return OF_OPTIONS.getOrDefault(option, List.of());
	}

	/**
	 * Returns the help of the words of a list.
	 *
	 * @param list a list of words
	 * @return its words with the help of their options, in the order of the table
	 */
	public static List<ValueHelp> of(OptionList list) {
		List<ValueHelp> all = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			for (ListWord<?> each : option.listWords()) {
				if (each.list() == list && all.stream().noneMatch(known -> known.plain().equals(each.word()))) {
					all.add(new ValueHelp(each.word() + (each.value().isEmpty() ? "=" + label(option) : ""),
							OF_WORDS.getOrDefault(each.word(), option.text())));
				}
			}
		}
		return all;
	}

	private static String label(JobOption<?> option) {
		return option.label().isEmpty() ? "VALUE" : option.label();
	}

	/** {@return the word without what follows an equal sign, and without the colon of a qualifier} */
	public String plain() {
		return word.substring(word.startsWith(":") ? 1 : 0, (word + "=").indexOf('='));
	}
}
