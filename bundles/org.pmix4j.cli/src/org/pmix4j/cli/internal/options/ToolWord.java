// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.job.options.OptionGroup;

/** Options of the commands that look at running jobs, or change them. */
public enum ToolWord implements LineWord {
	/** Shows the processes of jobs. */
	PROCS(List.of("--procs", "-p"), List.of(), OptionGroup.LAUNCH, "Show each process instead of each job.", CommandUse.PS),
	/** Shows the nodes of jobs. */
	NODES_VIEW(List.of("--nodes"), List.of(), OptionGroup.LAUNCH, "Show each node with its jobs and processes instead of each job.",
			CommandUse.PS),
	/** Qualifies a query. */
	QUALIFIER(List.of("--qualifier", "-q"), List.of("KEY=VALUE"), OptionGroup.LAUNCH,
			"Add that qualifier to each query. May be given several times.", CommandUse.QUERY),
	/** Asks for functions or attributes of the server. */
	OF_SERVER(List.of("--server"), List.of("FUNCTIONS"), OptionGroup.LAUNCH,
			"Show the attributes that the server honors in these functions, separated by commas, or in all. Without a value: show the"
					+ " functions.", CommandUse.ATTRS),
	/** Asks for functions or attributes of the host. */
	OF_HOST(List.of("--host"), List.of("FUNCTIONS"), OptionGroup.LAUNCH, "As --server, for the launcher or resource manager.",
			CommandUse.ATTRS),
	/** Asks for functions or attributes of clients. */
	OF_CLIENT(List.of("--client"), List.of("FUNCTIONS"), OptionGroup.LAUNCH, "As --server, for clients in Java.", CommandUse.ATTRS),
	/** Asks for functions or attributes of tools. */
	OF_TOOL(List.of("--tool"), List.of("FUNCTIONS"), OptionGroup.LAUNCH, "As --server, for tools in Java.", CommandUse.ATTRS),
	/** Waits for data. */
	AWAIT(List.of("--wait"), List.of(), OptionGroup.LAUNCH, "Wait until all keys are published, or --timeout has passed.",
			CommandUse.LOOKUP),
	/** The code of an event to raise. */
	EVENT(List.of("--event"), List.of("CODE"), OptionGroup.LAUNCH, "Raise an event with that code: a number, or the name of a constant.",
			CommandUse.EVENT),
	/** The processes that data or events are for. */
	RANGE(List.of("--range"), List.of("RANGE"), OptionGroup.LAUNCH,
			"Only these processes: local, namespace, session, global. Default: session.", CommandUse.LOOKUP, CommandUse.EVENT),
	/** The processes that an event is for. */
	TARGETS(List.of("--targets"), List.of("PROCESSES"), OptionGroup.LAUNCH, "Raise the event for these processes only.", CommandUse.EVENT),
	/** Adds a directive. */
	INFO(List.of("--info", "-i"), List.of("KEY=VALUE"), OptionGroup.LAUNCH, "Add that information. May be given several times.",
			CommandUse.EVENT, CommandUse.CTRL, CommandUse.ALLOC),
	/** The name of a request. */
	REQUEST_ID(List.of("--request-id"), List.of("NAME"), OptionGroup.LAUNCH, "The name by which this request can be canceled or found.",
			CommandUse.CTRL, CommandUse.ALLOC),
	/** The number of nodes. */
	NODES(List.of("--nodes", "-N"), List.of("COUNT"), OptionGroup.LAUNCH, "That many nodes.", CommandUse.ALLOC),
	/** The names of nodes. */
	NODE_LIST(List.of("--nodelist", "-w"), List.of("NODES"), OptionGroup.LAUNCH, "These nodes, separated by commas.", CommandUse.ALLOC),
	/** The number of processors. */
	CPUS(List.of("--cpus"), List.of("COUNT"), OptionGroup.LAUNCH, "That many processors.", CommandUse.ALLOC),
	/** The time for which the resources are needed. */
	DURATION(List.of("--time"), List.of("TIME"), OptionGroup.LAUNCH, "For that time, such as 90 (seconds) or 01:30:00.",
			CommandUse.ALLOC),
	/** The allocation to change. */
	ALLOC_ID(List.of("--alloc-id"), List.of("NAME"), OptionGroup.LAUNCH, "The allocation to extend, release or reacquire.",
			CommandUse.ALLOC),
	/** Keeps a new allocation. */
	HOLD(List.of("--hold"), List.of(), OptionGroup.LAUNCH, "Hold the new allocation until Ctrl-C.", CommandUse.ALLOC),
	/** Tags lines of output. */
	TAG(List.of("--tag"), List.of("KIND"), OptionGroup.OUTPUT,
			"Begin each line with its process: job (the default), rank or namespace.", CommandUse.OUTPUT),
	/** Selects standard output. */
	STDOUT(List.of("--stdout"), List.of(), OptionGroup.OUTPUT, "Show standard output only.", CommandUse.OUTPUT),
	/** Selects standard error. */
	STDERR(List.of("--stderr"), List.of(), OptionGroup.OUTPUT, "Show standard error only.", CommandUse.OUTPUT),
	/** Writes for machines. */
	JSON(List.of("--json"), List.of(), OptionGroup.OUTPUT, "Write JSON for programs, in one line; 'output' and 'event' write one line for"
			+ " each piece of output or event.", CommandUse.PS, CommandUse.QUERY, CommandUse.ATTRS, CommandUse.LOOKUP, CommandUse.EVENT,
			CommandUse.CTRL, CommandUse.ALLOC, CommandUse.OUTPUT, CommandUse.DUMP, CommandUse.STACKS),
	/** Selects ranks. */
	RANKS(List.of("--ranks"), List.of("LIST"), OptionGroup.LAUNCH, "Only these ranks, such as 0-3,7.", CommandUse.STACKS),
	/** Shows what is usually of no interest. */
	FULL(List.of("--full"), List.of(), OptionGroup.LAUNCH, "Show also the threads of libraries and of the JVM, and the frames inside of calls"
			+ " of MPI and PMIx.", CommandUse.STACKS),
	/** The limit for one stack. */
	STACK_LIMIT(List.of("--timeout"), List.of("SECONDS"), OptionGroup.LIMITS, "Take at most that long for each rank. Default: 30.",
			CommandUse.STACKS),
	/** The limit for answers. */
	TIMEOUT(List.of("--timeout"), List.of("SECONDS"), OptionGroup.LIMITS, "Wait at most that long for an answer. Default: 30."),
	/** The number of events to wait for. */
	COUNT(List.of("--count"), List.of("COUNT"), OptionGroup.LIMITS, "End after that many events. Default: with the server, or by Ctrl-C.",
			CommandUse.EVENT),
	/** The places in which servers are searched. */
	TMPDIR(List.of("--tmpdir"), List.of("DIR"), OptionGroup.SERVER,
			"Search for servers in that directory instead of that for temporary files."),
	/** The system server, as older tools call it. */
	SYSTEM(List.of("--system-server"), List.of(), OptionGroup.SERVER, "As --system-server-only."),
	/** The namespace of the server, as newer tools call it. */
	NSPACE(List.of("--nspace"), List.of("NAME"), OptionGroup.SERVER, "As --namespace.");

	/** The options that choose whose functions and attributes are shown. */
	private static final Set<ToolWord> LEVELS = EnumSet.of(OF_SERVER, OF_HOST, OF_CLIENT, OF_TOOL);

	private final WordDescription description;

	ToolWord(List<String> words, List<String> labels, OptionGroup group, String text, CommandUse... uses) {
		description = new WordDescription(words, labels, group, text, Set.of(uses));
	}

	/** Creates an option of all these commands. */
	ToolWord(List<String> words, List<String> labels, OptionGroup group, String text) {
		description = new WordDescription(words, labels, group, text, CommandUse.TOOLS);
	}

	@Override
	public WordDescription description() {
		return description;
	}

	@Override
	public boolean isRepeatable() {
		return this == QUALIFIER || this == INFO;
	}

	@Override
	public boolean mayLackValue() {
		return LEVELS.contains(this) || this == TAG;
	}

	/** A function or a kind of tag may follow as a separate word, as in {@code --host all}. */
	@Override
	public boolean takes(String next) {
		return this == TAG ? Set.of("job", "rank", "namespace").contains(next) : !next.startsWith("-");
	}
}
