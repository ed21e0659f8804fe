// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.LineMarker;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;

/** A reader's registration for output of some processes. Owned by an {@link OutputRouter}, on the loop. */
public final class Pull {
	/** Maximum bytes per message, before tags; some releases reject messages above 16 MiB. */
	private static final int PIECE = 256 << 10;

	/** A stream of a process. */
	private record Stream(Proc source, IofChannel channel) {
	}

	final OutputReader reader;
	private final long id;
	private final ProcSet procs;
	private final IofChannel channels;
	private final long localId;
	private final PullOptions options;
	private final Function<Proc, String> nodes;
	private final Map<Stream, LineMarker> markers = new HashMap<>();
	private final Optional<OutputCache> late;
	private final Optional<Followers> followers;
	private final PullMemory memory;
	private long lost;
	private final Optional<Batches> batches;

	/**
	 * The surroundings of all pulls of a router.
	 *
	 * @param loop  the server's loop
	 * @param nodes returns host name, colon and process id of a process
	 */
	record Context(EventLoop loop, Function<Proc, String> nodes) {
	}

	/**
	 * @param memory    of the pulls of the reader
	 * @param followers limits the wait for the reader; empty if writers wait for it without a limit, unless the options say otherwise
	 */
	Pull(OutputReader reader, long id, List<Proc> procs, IofChannel channels, long localId, PullOptions options,
			Budget.Share memory, Optional<Followers> followers, Context context) {
		this.reader = reader;
		this.id = id;
		this.procs = ProcSet.of(procs);
		this.channels = channels;
		this.localId = localId;
		this.options = options;
		this.nodes = context.nodes;
		this.memory = new PullMemory(memory, procs.size());
		this.followers = options.cacheSize().isPresent() ? Optional.empty() : followers;
		late = options.cacheSize().map(size -> cache(Math.max(size, PIECE), options.dropOldest()))
				.or(() -> followers.map(limited -> cache(Integer.MAX_VALUE, true)));
		batches = options.batches().map(limits -> new Batches(limits, context.loop, this.memory::collect, this::pass));
	}

	/** Makes a cache that has its own limit, of at least one piece, and a share of the memory. */
	private OutputCache cache(int limit, boolean dropOldest) {
		return new OutputCache(bytes -> bytes <= limit && memory.delay(bytes), dropOldest);
	}

	/** @return the server's id of the pull */
	public long id() {
		return id;
	}

	/** @return the processes whose output is read */
	public List<Proc> procs() {
		return procs.list();
	}

	/** @return the streams */
	public IofChannel channels() {
		return channels;
	}

	/** Excludes output of the reader itself, which may be a launcher, and readers that have left. */
	boolean wants(Output output) {
		return (channels.bits() & output.channel().bits()) != 0 && !output.source().equals(reader.proc()) && !reader.isLeaving()
				&& procs.covers(output.source());
	}

	/** @return whether the writer must wait until the reader has room again */
	boolean holdsWriters() {
		return late.isEmpty();
	}

	/** @return whether the writer must wait until the reader has room again, or its grace period has ended */
	boolean holdsWritersAwhile() {
		return followers.filter(limiting -> limiting.isAwaited(reader)).isPresent();
	}

	/** Sends output immediately, or when there is room if the reader does not hold up writers. */
	void take(Output output) {
		batches.ifPresentOrElse(collecting -> collecting.add(output), () -> pass(output));
	}

	/** Ends the pull and sends its collected output. */
	void close() {
		batches.ifPresent(Batches::flush);
		end();
	}

	/** Gives up the memory of waiting output. */
	void end() {
		memory.end();
	}

	private void pass(Output output) {
		if (late.isPresent() && (!late.get().isEmpty() || !reader.isWritable() && !holdsWritersAwhile())) {
			late.get().add(output);
		} else {
			send(late.map(cache -> cache.afterGap(output)).orElse(output));
		}
	}

	/**
	 * Sends waiting output while the reader has room.
	 *
	 * @return whether some was sent; the reader's queue may then have room again once it is written, which the connection does not report
	 */
	boolean drain() {
		boolean sent = false;
		while (!isDrained() && reader.isWritable()) {
			OutputCache cache = late.orElseThrow();
			send(cache.takeFirst());
			memory.delay(cache.size());
			sent = true;
		}
		return sent;
	}

	/** @return whether no output waits for the reader to have room */
	boolean isDrained() {
		return late.isEmpty() || late.get().isEmpty();
	}

	private void send(Output output) {
		if (output.lost() > 0) {
			lost += output.lost();
			reader.warn(output.lost() + " bytes of the output of " + DumpText.procs(procs.list()) + " are missing for " + reader.proc()
					+ ", which did not read in time");
		}
		IofChannel channel = options.merge() && output.channel().equals(IofChannel.STDERR) ? IofChannel.STDOUT : output.channel();
		if (output.isEnd()) {
			markers.remove(new Stream(output.source(), output.channel()));
			deliver(output, channel, output.data());
			return;
		}
		byte[] bytes = output.data().size() > PIECE || !options.format().isPlain() ? output.data().toByteArray() : new byte[0];
		Output next = output;
		for (int from = 0; from < bytes.length; from += PIECE) {
			deliver(next, channel, marked(output, bytes, from, Math.min(from + PIECE, bytes.length)));
			next = output.withoutGap();
		}
		if (bytes.length == 0) {
			deliver(output, channel, output.data());
		}
	}

	private ByteObject marked(Output output, byte[] bytes, int from, int to) {
		if (options.format().isPlain()) {
			byte[] piece = new byte[to - from];
			System.arraycopy(bytes, from, piece, 0, piece.length);
			return ByteObject.wrap(piece);
		}
		LineMarker marker = markers.computeIfAbsent(new Stream(output.source(), output.channel()),
				stream -> new LineMarker(options.format(), stream.source, stream.channel, nodes.apply(stream.source)));
		ByteBuffer text = marker.mark(bytes, from, to);
		byte[] piece = new byte[text.remaining()];
		text.get(piece);
		return ByteObject.wrap(piece);
	}

	private void deliver(Output output, IofChannel channel, ByteObject data) {
		try {
			Infos infos = output.lost() == 0 ? output.infos() : output.infos().with(IofDelivery.LOST, output.lost());
			reader.send(new IofDelivery(output.source(), channel, localId, infos, data));
		} catch (PmixException e) {
			reader.warn("output of " + output.source() + " cannot be sent to " + reader + ": " + e.getMessage());
		}
	}

	@Override
	public String toString() {
		return reader.proc() + " pulls " + channels + " of " + DumpText.procs(procs.list())
				+ (lost > 0 ? ", of which " + lost + " bytes were dropped" : "");
	}
}
