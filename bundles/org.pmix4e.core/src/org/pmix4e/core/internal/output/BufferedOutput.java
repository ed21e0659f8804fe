// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.output.OutputChunk;

/**
 * Reads the output of a job from its buffer.
 *
 * @param buffer  holds the output
 * @param charset is the encoding of the launch
 * @param file    returns the file that gets all of it
 */
public record BufferedOutput(OutputBuffer buffer, Charset charset, Supplier<Optional<Path>> file) implements JobOutput {
	@Override
	public long writtenBytes() {
		return buffer.position().offset();
	}

	@Override
	public long droppedBytes() {
		return buffer.read(OutputRange.ALL).dropped();
	}

	@Override
	public Optional<Path> log() {
		return file.get();
	}

	@Override
	public List<OutputChunk> kept(Predicate<OutputChunk> selection) {
		return buffer.read(OutputRange.ALL).chunks().stream().filter(selection).toList();
	}

	@Override
	public String text(Predicate<OutputChunk> selection) {
		StringBuilder text = new StringBuilder();
		kept(selection).forEach(chunk -> text.append(new String(chunk.bytes(), charset)));
		return text.toString();
	}

	@Override
	public JobOutput.Subscription subscribe(Predicate<OutputChunk> selection, JobOutput.Listener listener) {
		return OutputDispatcher.start("pmix4e-reader", buffer, part -> {
			if (part.dropped() > 0) {
				listener.dropped(part.dropped());
			}
			List<OutputChunk> wanted = part.chunks().stream().filter(selection).toList();
			if (!wanted.isEmpty()) {
				listener.output(wanted);
			}
		}, listener::ended);
	}

	/**
	 * Adds a message of the launcher, as a line of standard error.
	 *
	 * @param line without its end
	 */
	public void message(String line) {
		buffer.add(OutputChunk.ofLauncher(true, (line + "\n").getBytes(charset)));
	}
}
