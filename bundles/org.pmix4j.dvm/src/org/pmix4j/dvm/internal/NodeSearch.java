// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.DebuggerAttributes;

/**
 * Searches all nodes of a job for its processes, by a debugger daemon on each: a shell that lists the children of the server's daemon
 * there, which has started the ranks. Needs a shell and /proc there, nothing else. Owned by the job; used on the engine's thread, but for
 * the output of the daemons.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, debugger daemons; proc(5), /proc/PID/task/TID/children"
 */
final class NodeSearch {
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final String BEGIN = "children";
	/** Writes the list several times, as libpmix loses output that comes with the answer to the spawn request; ends by itself in 10 s. */
	private static final String SCRIPT = "i=0; while [ $i -lt 20 ]; do all=$(cat /proc/$PPID/task/*/children) && echo " + BEGIN
			+ " $all; i=$((i + 1)); sleep 0.5; done";

	private static final Pattern ANSWER = Pattern.compile(BEGIN + "[ 0-9]*");
	private static final int MOST_DIGITS = 9;

	private final ServerLink link;
	private final List<ProcInfo> ranks;
	private final Set<String> hosts;
	private final ServerJob daemons;
	/** The children of the servers' daemons, by the rank of the debugger daemon that lists them; used on the engine's thread. */
	private final Map<Proc, Set<Integer>> answers = new HashMap<>();
	/** The same by node, of debugger daemons whose nodes are known. */
	private final Map<String, Set<Integer>> children = new HashMap<>();
	private final CompletableFuture<Set<Proc>> found = new CompletableFuture<>();
	private Map<Proc, String> places = Map.of();

	private NodeSearch(ServerLink link, List<ProcInfo> ranks) {
		this.link = link;
		this.ranks = ranks;
		hosts = ranks.stream().map(ProcInfo::hostname).collect(Collectors.toSet());
		daemons = new ServerJob(link, JobSpec.of(1, "/bin/sh", "-c", SCRIPT).withSink(this::take).withOption(JobOptions.STDIN, Rank.INVALID),
				true, List.of());
	}

	/** Returns whether a search can find a rank. */
	static boolean canFind(ProcInfo rank) {
		return rank.pid() > 0 && !rank.hostname().isEmpty();
	}

	/**
	 * Begins a search.
	 *
	 * @param nspace the job
	 * @param ranks  its processes, all of which {@link #canFind}
	 * @return the ranks whose processes are there; fails if a node does not answer in time. Completes on the engine's thread
	 */
	static CompletableFuture<Set<Proc>> begin(ServerLink link, String nspace, List<ProcInfo> ranks) {
		NodeSearch search = new NodeSearch(link, ranks);
		search.begin(nspace);
		return search.found;
	}

	private void begin(String nspace) {
		link.addHelper(daemons);
		daemons.life().launch(Infos.of(Info.of(DebuggerAttributes.DEBUGGER_DAEMONS, true),
				Info.of(DebuggerAttributes.DEBUG_TARGET.key(), Proc.wildcard(nspace)),
				Info.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE.key(), new PmixValue.UInt16((short) 1))));
		daemons.ended().thenAccept(end -> link.execute(() -> {
			link.removeHelper(daemons);
			finish(() -> found.completeExceptionally(new IllegalStateException(end.message().orElse("the debugger daemons have ended"))));
		}));
		link.later(LIMIT, () -> finish(() -> found.completeExceptionally(new TimeoutException("the debugger daemons do not answer"))));
		// the reply to the spawn request comes when all daemons run
		daemons.life().whenNamed(name -> ServerTables.processes(link, name).thenAccept(table -> link.execute(() -> {
			places = table.stream().collect(Collectors.toMap(ProcInfo::proc, ProcInfo::hostname));
			answers.keySet().forEach(this::compare);
		})));
	}

	/** Takes a line of a debugger daemon. */
	private void take(Proc source, IofChannel channel, ByteBuffer data) {
		String text = StandardCharsets.UTF_8.decode(data).toString();
		for (String line : text.lines().toList()) {
			if (ANSWER.matcher(line.strip()).matches()) {
				Set<Integer> here = Arrays.stream(line.strip().split(" ")).skip(1)
						.filter(word -> word.length() <= MOST_DIGITS).map(Integer::valueOf).collect(Collectors.toSet());
				link.execute(() -> {
					answers.put(source, here);
					compare(source);
				});
			}
		}
	}

	/** Takes over what a debugger daemon has answered, and completes the search if each node of the job has answered. */
	private void compare(Proc daemon) {
		String host = places.get(daemon);
		if (host == null || found.isDone()) {
			return;
		}
		children.put(host, answers.get(daemon));
		// only the last answer looks at all nodes, and then at all ranks
		if (children.size() >= hosts.size() && children.keySet().containsAll(hosts)) {
			finish(() -> found.complete(ranks.stream().filter(rank -> children.get(rank.hostname()).contains(rank.pid())).map(ProcInfo::proc)
					.collect(Collectors.toSet())));
		}
	}

	private void finish(Runnable result) {
		if (!found.isDone()) {
			result.run();
			daemons.kill();
		}
	}
}
