// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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
import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Brings output to those who pull it; what nobody pulls waits, up to a limit, for one who will. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, PMIx_server_IOF_deliver, PMIx_IOF_pull; OpenPMIx src/server/pmix_server.c, _iofdeliver, and
 *      src/common/pmix_iof.c"
 */
public final class OutputRouter {
	/** What may wait for a first reader, in bytes; the oldest goes first. */
	public static final int CACHE_LIMIT = 8 << 20;
	/** The handle of the handler that each client and tool has from the start: it prints. */
	private static final long DEFAULT_HANDLER = 0;

	private final EventLoop loop;
	private final Function<Proc, String> nodes;
	private final List<Pull> pulls = new ArrayList<>();
	/** Those that follow from something else than a request for output. */
	private final List<Pull> unasked = new ArrayList<>();
	private final OutputCache unread = new OutputCache(CACHE_LIMIT, true);
	private final Set<String> ended = new HashSet<>();
	private final Backpressure pace;
	private long lastId;
	private int spawning;

	/**
	 * @param loop  of the server
	 * @param nodes host name, colon and process id of a process
	 */
	public OutputRouter(EventLoop loop, Function<Proc, String> nodes) {
		this.loop = loop;
		this.nodes = nodes;
		pace = new Backpressure(loop, this::settle);
	}

	/**
	 * Notes that somebody wants output. The answer to his request goes out next, then {@link #replay} follows: output that came before
	 * the answer would be dropped.
	 *
	 * @param reader     who
	 * @param procs      whose output
	 * @param channels   which streams; standard input does not count
	 * @param localId    his number for it
	 * @param directives how
	 * @return what was noted
	 * @throws PmixException BAD_PARAM if a directive is of a wrong type, NOT_SUPPORTED if that is no output
	 */
	public Pull pull(OutputReader reader, List<Proc> procs, IofChannel channels, long localId, Infos directives) throws PmixException {
		return add(reader, procs, outputs(channels), localId, PullOptions.of(directives, reader.version()));
	}

	/** A tool has come: it is shown what the server itself has to say. */
	public void welcome(OutputReader tool, Proc server) {
		begin(add(tool, List.of(server), Forwarding.OUTPUTS, DEFAULT_HANDLER, PullOptions.none()));
	}

	private void begin(Pull pull) {
		unasked.add(pull);
		replay(pull);
	}

	private Pull add(OutputReader reader, List<Proc> procs, IofChannel channels, long localId, PullOptions options) {
		Pull pull = new Pull(reader, ++lastId, procs, channels, localId, options, nodes, loop);
		pulls.add(pull);
		return pull;
	}

	/**
	 * @param channels some streams
	 * @return those of them that are output
	 * @throws PmixException NOT_SUPPORTED if there is none
	 */
	public static IofChannel outputs(IofChannel channels) throws PmixException {
		IofChannel outputs = channels.minus(IofChannel.STDIN);
		if (outputs.equals(IofChannel.NONE)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "there is no output on " + channels);
		}
		return outputs;
	}

	/** Sends what has waited for this one. */
	public void replay(Pull pull) {
		unread.take(pull::wants).forEach(pull::take);
		pace.plan();
	}

	/**
	 * Ends it.
	 *
	 * @param reader whose it is
	 * @param id     of a pull
	 * @return what has ended; empty if he has none of that number
	 */
	public Optional<Pull> end(OutputReader reader, long id) {
		Optional<Pull> found = pulls.stream().filter(pull -> pull.reader == reader && pull.id() == id).findFirst();
		found.ifPresent(pull -> {
			pull.close();
			pulls.remove(pull);
		});
		return found;
	}

	/** A job is about to be spawned: its output waits, also if it has ended before {@link #spawned} or {@link #spawnFailed} comes. */
	public void spawns() {
		spawning++;
	}

	/**
	 * A job was spawned, and who wanted that has been told.
	 *
	 * @param reader     who wanted it
	 * @param nspace     of the job
	 * @param forwarding what of the output he gets
	 */
	public void spawned(OutputReader reader, String nspace, Forwarding forwarding) {
		if (!forwarding.channels().equals(IofChannel.NONE) && !reader.isLeaving()) {
			begin(add(reader, List.of(Proc.wildcard(nspace)), forwarding.channels(), DEFAULT_HANDLER, forwarding.options()));
		}
		spawnEnded();
	}

	/** A job was not spawned. */
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

	/** The host has forgotten a job: nothing more comes of it. */
	public void namespaceGone(String nspace) {
		if (spawning > 0) {
			ended.add(nspace);
		} else {
			forget(nspace);
		}
	}

	private void forget(String nspace) {
		unread.take(output -> output.source().nspace().equals(nspace));
		List<Pull> over = unasked.stream().filter(pull -> pull.procs().get(0).nspace().equals(nspace)).toList();
		unasked.removeAll(over);
		pulls.removeAll(over);
	}

	/**
	 * Sends output to all who want it.
	 *
	 * @param source  whose
	 * @param channel one stream
	 * @param infos   about it
	 * @param data    the bytes; none at the end of the stream
	 * @return completes when more may come
	 * @throws PmixException NOT_SUPPORTED if that is no output
	 */
	public CompletableFuture<Void> deliver(Proc source, IofChannel channel, Infos infos, ByteObject data) throws PmixException {
		Output output = Output.of(source, outputs(channel), infos, data);
		Set<OutputReader> slow = new LinkedHashSet<>();
		boolean read = false;
		for (Pull pull : pulls) {
			if (pull.wants(output)) {
				read = true;
				pull.take(output);
				if (pull.holdsWriters()) {
					slow.add(pull.reader);
				}
			}
		}
		if (read) {
			pace.plan();
		} else {
			unread.add(output);
		}
		return slow.isEmpty() ? CompletableFuture.completedFuture(null) : pace.room(slow);
	}

	/** After an event in which something was sent: by now it is known whose queue is full. */
	private void settle() {
		for (Pull pull : List.copyOf(pulls)) {
			pull.drain();
		}
		for (OutputReader reader : pace.readers()) {
			if (reader.isWritable() || reader.isLeaving()) {
				pace.release(reader);
			}
		}
	}

	/** Somebody has room for output again. */
	public void writable(OutputReader reader) {
		for (Pull pull : pulls) {
			if (pull.reader == reader) {
				pull.drain();
			}
		}
		pace.release(reader);
	}

	/**
	 * Somebody is gone, or is about to go.
	 *
	 * @return what he had pulled, without what he had not asked for himself
	 */
	public List<Pull> readerGone(OutputReader reader) {
		List<Pull> over = pulls.stream().filter(pull -> pull.reader == reader).toList();
		pulls.removeAll(over);
		List<Pull> asked = over.stream().filter(pull -> !unasked.contains(pull)).toList();
		unasked.removeAll(over);
		pace.release(reader);
		return asked;
	}

	/** Writes for people what stands here. */
	public void dump(StringBuilder out) {
		out.append("  output: ").append(pulls.size()).append(" pulls, ").append(unread.size()).append(" bytes that nobody has pulled, ")
				.append(pace.waiting()).append(" pieces wait for a slow reader\n");
		pulls.forEach(pull -> out.append("    ").append(pull).append(pull.reader.isWritable() ? "" : ", and does not read").append('\n'));
	}
}
