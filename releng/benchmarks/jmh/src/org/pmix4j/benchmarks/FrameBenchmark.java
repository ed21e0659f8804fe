// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;

/** Writing frames to and reading them from the direct buffers of a loop. One operation is one frame. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameBenchmark {
	private static final int COUNT = 100;

	/** Length of the payload in bytes. */
	@Param({ "16", "1024", "65536" })
	public int length = 16;
	private Frame frame = Frame.empty(Tag.FIRST_DYNAMIC);
	private ByteBuffer stream = ByteBuffer.allocate(0);
	private final FrameReader reader = new FrameReader(Limits.DEFAULT);

	@Setup
	public void prepare() {
		frame = new Frame(0, Tag.FIRST_DYNAMIC, new byte[length]);
		stream = ByteBuffer.allocateDirect((int) (COUNT * frame.wireSize()));
		for (int i = 0; i < COUNT; i++) {
			FrameWriter.encode(frame).forEach(stream::put);
		}
	}

	@Benchmark
	@OperationsPerInvocation(COUNT)
	public void read(Blackhole sink) throws MalformedMessageException {
		stream.flip();
		Optional<Frame> next = reader.next(stream);
		while (next.isPresent()) {
			sink.consume(next.get());
			next = reader.next(stream);
		}
	}

	@Benchmark
	public List<ByteBuffer> write() {
		return FrameWriter.encode(frame);
	}
}
