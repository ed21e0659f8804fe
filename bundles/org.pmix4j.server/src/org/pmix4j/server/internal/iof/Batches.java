// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Collects output for readers that prefer few large pieces. A stream's output is sent when it is large enough, has waited long enough, or
 * the stream ends. Owned by a {@link Pull}, on the loop.
 *
 * @see "PMIx Standard, PMIX_IOF_BUFFERING_SIZE, PMIX_IOF_BUFFERING_TIME"
 */
final class Batches {
	/** Maximum size of a batch, whatever the reader requests. */
	private static final int MOST_BYTES = 256 << 10;
	/** Time for readers that request none, so that the last line of a running process is not held back forever. */
	private static final Duration USUAL_TIME = Duration.ofSeconds(1);

	/**
	 * Size and time of batches. Immutable.
	 *
	 * @param bytes size at which output is sent
	 * @param time  age at which output is sent
	 */
	record Limits(int bytes, Duration time) {
		/** @return the requested limits; empty if output is sent immediately */
		static Optional<Limits> of(Infos directives) throws PmixException {
			Optional<Integer> bytes = directives.get(IofAttributes.IOF_BUFFERING_SIZE);
			Optional<Duration> time = directives.get(IofAttributes.IOF_BUFFERING_TIME)
					.map(seconds -> Duration.ofSeconds(Integer.toUnsignedLong(seconds))).filter(Duration::isPositive);
			if (bytes.isEmpty() && time.isEmpty()) {
				return Optional.empty();
			}
			int enough = (int) Math.min(bytes.map(Integer::toUnsignedLong).orElse((long) MOST_BYTES), MOST_BYTES);
			return Optional.of(new Limits(enough, time.orElse(USUAL_TIME)));
		}
	}

	private record Stream(Proc source, IofChannel channel) {
	}

	/** Collected output of a stream. */
	private static final class Batch {
		private final Output first;
		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		private long cost;

		Batch(Output first) {
			this.first = first;
		}

		Output joined() {
			return new Output(first.source(), first.channel(), first.infos(), ByteObject.wrap(bytes.toByteArray()));
		}
	}

	private final Limits limits;
	private final EventLoop loop;
	private final LongPredicate isRoom;
	private final Consumer<Output> next;
	private final Map<Stream, Batch> open = new LinkedHashMap<>();
	private long size;

	/**
	 * @param isRoom whether all batches together may have that size
	 * @param next   receives each batch
	 */
	Batches(Limits limits, EventLoop loop, LongPredicate isRoom, Consumer<Output> next) {
		this.limits = limits;
		this.isRoom = isRoom;
		this.loop = loop;
		this.next = next;
	}

	void add(Output output) {
		assert loop.inLoop();
		Stream stream = new Stream(output.source(), output.channel());
		if (output.isEnd()) {
			flush(stream);
			next.accept(output);
			return;
		}
		if (!isRoom.test(size + output.cost())) {
			flush();
			next.accept(output);
			return;
		}
		size += output.cost();
		Batch batch = open.get(stream);
		if (batch == null) {
			Batch fresh = new Batch(output);
			open.put(stream, fresh);
			loop.schedule(limits.time, () -> flush(stream, fresh));
			batch = fresh;
		}
		batch.bytes.writeBytes(output.data().toByteArray());
		batch.cost += output.cost();
		if (batch.bytes.size() >= limits.bytes) {
			flush(stream);
		}
	}

	/** Sends all collected output. */
	void flush() {
		assert loop.inLoop();
		List.copyOf(open.keySet()).forEach(this::flush);
	}

	private void flush(Stream stream) {
		Batch batch = open.remove(stream);
		if (batch != null) {
			size -= batch.cost;
			isRoom.test(size);
			next.accept(batch.joined());
		}
	}

	private void flush(Stream stream, Batch batch) {
		if (open.get(stream) == batch) {
			flush(stream);
		}
	}
}
