// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.Delivery;

/**
 * Routes output to its readers; output without a reader waits, up to a limit, for a later one. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, PMIx_server_IOF_deliver, PMIx_IOF_pull; OpenPMIx src/server/pmix_server.c, _iofdeliver, and src/common/pmix_iof.c"
 */
public final class OutputRouter {
	/** Maximum bytes that wait for a first reader; the oldest are dropped first. */
	public static final int CACHE_LIMIT = 8 << 20;
	/** Handle of the default handler of each client and tool, which prints. */
	static final long DEFAULT_HANDLER = 0;

	private final EventLoop loop;
	private final Pull.Context context;
	private final Budget memory;
	/** The memory that the pulls of each reader occupy. */
	private final Map<OutputReader, Budget.Share> shares = new HashMap<>();
	private final List<Pull> pulls = new ArrayList<>();
	/** Pulls that were not requested by their reader. */
	private final List<Pull> unasked = new ArrayList<>();
	private final OutputCache unread = new OutputCache(CACHE_LIMIT, true);
	private final Set<String> ended = new HashSet<>();
	private final Backpressure pace;
	private final Followers followers;
	/** The processes that have spawned jobs, to which the output of these jobs belongs. */
	private final Map<String, OutputReader> spawners = new HashMap<>();
	private long lastId;
	private int spawning;
	private boolean planned;

	/**
	 * @param loop   the server's loop
	 * @param nodes  returns host name, colon and process id of a process
	 * @param memory for pulls, and for output that waits for readers that do not hold up writers
	 */
	public OutputRouter(EventLoop loop, Function<Proc, String> nodes, Budget memory) {
		this.loop = loop;
		this.memory = memory;
		context = new Pull.Context(loop, nodes);
		pace = new Backpressure(loop);
		followers = new Followers(loop);
	}

	/**
	 * Registers a reader. The reply to its request must be sent next, followed by {@link #replay}: output before the reply would be
	 * dropped.
	 *
	 * @param reader     the reader
	 * @param procs      processes whose output it reads
	 * @param channels   the streams; standard input is ignored
	 * @param localId    the reader's handle
	 * @param directives directives
	 * @return the registration
	 * @throws PmixException BAD_PARAM if a directive is of the wrong type, NOT_SUPPORTED if no stream is an output stream, OUT_OF_RESOURCE
	 *                       if the reader has too many pulls
	 */
	public Pull pull(OutputReader reader, List<Proc> procs, IofChannel channels, long localId, Infos directives) throws PmixException {
		Budget.Share share = share(reader);
		long cost = PullMemory.cost(procs.size());
		if (!share.take(cost)) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "too many requests for output: " + share);
		}
		share.give(cost);
		return add(reader, procs, outputs(channels), localId, PullOptions.of(directives, reader.version()), !isSpawner(reader, procs));
	}

	private Budget.Share share(OutputReader reader) {
		return shares.computeIfAbsent(reader, any -> memory.share());
	}

	private boolean isSpawner(OutputReader reader, List<Proc> procs) {
		return procs.stream().allMatch(proc -> spawners.get(proc.nspace()) == reader);
	}

	/** Shows a new tool the output of the server itself. */
	public void welcome(OutputReader tool, Proc server) {
		begin(add(tool, List.of(server), Forwarding.OUTPUTS, DEFAULT_HANDLER, PullOptions.none(), true));
	}

	private void begin(Pull pull) {
		unasked.add(pull);
		replay(pull);
	}

	private Pull add(OutputReader reader, List<Proc> procs, IofChannel channels, long localId, PullOptions options, boolean follows) {
		Pull pull = new Pull(reader, ++lastId, procs, channels, localId, options, share(reader),
				follows ? Optional.of(followers) : Optional.empty(), context);
		pulls.add(pull);
		return pull;
	}

	/**
	 * @param channels some streams
	 * @return the output streams among them
	 * @throws PmixException NOT_SUPPORTED if there is none
	 */
	public static IofChannel outputs(IofChannel channels) throws PmixException {
		IofChannel outputs = channels.minus(IofChannel.STDIN);
		if (outputs.equals(IofChannel.NONE)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, channels + " contains no output stream");
		}
		return outputs;
	}

	/** Sends output that has waited for a reader. Older output may have been dropped, of any process, but not because of this reader. */
	public void replay(Pull pull) {
		unread.take(pull::wants).forEach(output -> pull.take(output.withoutGap()));
		planSettling();
	}

	/**
	 * Ends a pull.
	 *
	 * @param reader its reader
	 * @param id     id of the pull
	 * @return the pull; empty if the reader has none with this id
	 */
	public Optional<Pull> end(OutputReader reader, long id) {
		Optional<Pull> found = pulls.stream().filter(pull -> pull.reader == reader && pull.id() == id).findFirst();
		found.ifPresent(pull -> {
			pull.close();
			pulls.remove(pull);
		});
		return found;
	}

	/** Called before a job is spawned: its output waits, even if it ends before {@link #spawned} or {@link #spawnFailed} is called. */
	public void spawns() {
		assert loop.inLoop();
		spawning++;
	}

	/**
	 * Called when a job was spawned and its spawner has received the reply.
	 *
	 * @param reader     the spawner
	 * @param nspace     namespace of the job
	 * @param forwarding output forwarded to the spawner
	 */
	public void spawned(OutputReader reader, String nspace, Forwarding forwarding) {
		assert loop.inLoop();
		if (!reader.isLeaving()) {
			spawners.put(nspace, reader);
		}
		if (!forwarding.channels().equals(IofChannel.NONE) && !reader.isLeaving()) {
			begin(add(reader, List.of(Proc.wildcard(nspace)), forwarding.channels(), DEFAULT_HANDLER, forwarding.options(), false));
		}
		spawnEnded();
	}

	/** Called when spawning a job has failed. */
	public void spawnFailed() {
		spawnEnded();
	}

	private void spawnEnded() {
		spawning--;
		if (spawning == 0) {
			Set<String> gone = Set.copyOf(ended);
			ended.clear();
			gone.forEach(this::forget);
		}
	}

	/** Called when the host has deregistered a job, which then writes no more output. */
	public void namespaceGone(String nspace) {
		if (spawning > 0) {
			ended.add(nspace);
		} else {
			forget(nspace);
		}
	}

	private void forget(String nspace) {
		spawners.remove(nspace);
		unread.take(output -> output.source().nspace().equals(nspace));
		List<Pull> over = unasked.stream().filter(pull -> pull.procs().get(0).nspace().equals(nspace)).toList();
		unasked.removeAll(over);
		pulls.removeAll(over);
		over.forEach(Pull::end);
	}

	/**
	 * Sends output to all its readers.
	 *
	 * @param source  process that wrote the output
	 * @param channel one stream
	 * @param infos   details
	 * @param data    the bytes; empty at the end of the stream
	 * @return completes when more output may be delivered
	 * @throws PmixException NOT_SUPPORTED if the channel is not an output stream
	 */
	public CompletableFuture<Void> deliver(Proc source, IofChannel channel, Infos infos, ByteObject data) throws PmixException {
		assert loop.inLoop();
		Output output = Output.of(source, outputs(channel), infos, data);
		Set<OutputReader> slow = new LinkedHashSet<>();
		Set<OutputReader> slowFollowers = new LinkedHashSet<>();
		boolean read = false;
		for (Pull pull : pulls) {
			if (pull.wants(output)) {
				read = true;
				pull.take(output);
				if (pull.holdsWriters()) {
					slow.add(pull.reader);
				} else if (pull.holdsWritersAwhile()) {
					slowFollowers.add(pull.reader);
				}
			}
		}
		if (read) {
			planSettling();
		} else {
			unread.add(output);
		}
		CompletableFuture<Void> awhile = followers.room(slowFollowers);
		return slow.isEmpty() ? awhile : pace.room(slow).thenCombine(awhile, (one, other) -> null);
	}

	/**
	 * Sends output that the host has formatted to one reader, which may take any time.
	 *
	 * @param reader the reader
	 * @param output the output
	 * @return completes when more may be sent to it, or it is gone
	 */
	CompletableFuture<Void> send(OutputReader reader, Delivery.IofDelivery output) throws PmixException {
		assert loop.inLoop();
		reader.pauseTimeout();
		reader.send(output);
		planSettling();
		return pace.room(Set.of(reader));
	}

	/**
	 * Plans a check of the readers' queues, since output was sent. Room is known only after the messages of an event are written, so it is
	 * checked once after each event; later changes are reported by the connections.
	 */
	private void planSettling() {
		if (!planned) {
			planned = true;
			loop.defer(() -> {
				planned = false;
				settle();
			});
		}
	}

	private void settle() {
		Set<OutputReader> behind = new HashSet<>();
		for (Pull pull : List.copyOf(pulls)) {
			if (pull.drain()) {
				planSettling();
			}
			if (!pull.isDrained()) {
				behind.add(pull.reader);
			}
		}
		followers.settle(behind);
		for (OutputReader reader : pace.readers()) {
			if (reader.isWritable() || reader.isLeaving()) {
				pace.release(reader);
			}
		}
	}

	/** Called when a reader has room again. */
	public void writable(OutputReader reader) {
		pace.release(reader);
		planSettling();
	}

	/**
	 * Called when a reader is gone or about to leave.
	 *
	 * @return its pulls, except those it did not request
	 */
	public List<Pull> readerGone(OutputReader reader) {
		assert loop.inLoop();
		List<Pull> over = pulls.stream().filter(pull -> pull.reader == reader).toList();
		pulls.removeIf(pull -> pull.reader == reader);
		List<Pull> asked = over.stream().filter(pull -> !unasked.contains(pull)).toList();
		unasked.removeIf(pull -> pull.reader == reader);
		Budget.Share share = shares.remove(reader);
		if (share != null) {
			share.end();
		}
		spawners.values().removeIf(spawner -> spawner == reader);
		followers.gone(reader);
		pace.release(reader);
		return asked;
	}

	/** Appends the state for people. */
	public void dump(StringBuilder out) {
		out.append("  output: ").append(pulls.size()).append(" pulls, ").append(unread.size()).append(" bytes without a reader, ")
				.append(pace.waiting() + followers.waiting()).append(" pieces waiting for a slow reader\n");
		pulls.forEach(pull -> out.append("    ").append(pull).append(pull.reader.isWritable() ? "" : " (not reading)").append('\n'));
	}
}
