// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.pmix4j.job.OutputFiles;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.LineMarker;
import org.pmix4j.model.Proc;

/**
 * Formats the output of one job as its order says: joins pieces to lines, tags them, and writes them to the sink and to files. Owned by the
 * job's output thread; streams may be made on any thread.
 */
public final class OutputFormatter implements AutoCloseable {
	private final OutputSpec spec;
	private final OutputTarget out;
	private final OutputTarget err;
	private final Optional<FileOutput> files;
	private final boolean raw;
	private final HeldLines held = new HeldLines();

	/**
	 * @param spec      the format
	 * @param size      the number of ranks of the job
	 * @param sink      takes the output
	 * @param directory to which relative paths of files refer
	 * @param creator   of the files
	 * @param nodeOf    returns the name of the node on which a rank runs
	 */
	public OutputFormatter(OutputSpec spec, int size, OutputSink sink, Path directory, FileCreator creator, Function<Proc, String> nodeOf) {
		this.spec = spec;
		files = spec.files().map(each -> new FileOutput(each, directory, creator, size, nodeOf));
		raw = spec.raw() || size == 1 && !spec.isTagged();
		out = OutputTarget.of(sink, IofChannel.STDOUT);
		err = spec.merge() ? out : OutputTarget.of(sink, IofChannel.STDERR);
	}

	/**
	 * {@return a new stream}
	 *
	 * @param proc    the rank that writes it
	 * @param place   the name of its node, a colon, and its process id, for detailed tags
	 * @param channel {@link IofChannel#STDOUT} or {@link IofChannel#STDERR}
	 * @param probe   looks whether the rank has written more; {@link StreamLines#showIdle} follows if it has not
	 */
	public StreamLines lines(Proc proc, String place, IofChannel channel, Runnable probe) {
		boolean isError = channel.equals(IofChannel.STDERR);
		List<OutputTarget> targets = new ArrayList<>();
		files.ifPresent(open -> targets.add(open.target(proc, spec.merge() ? IofChannel.STDOUT : channel)));
		if (spec.files().filter(OutputFiles::alone).isEmpty()) {
			targets.add(isError ? err : out);
		}
		return new StreamLines(targets.stream().map(target -> new MarkedStream(proc, target, raw,
				spec.isTagged() ? Optional.of(new LineMarker(spec.format(), proc, channel, place)) : Optional.empty())).toList(), held, raw,
				probe);
	}

	/** {@return the unfinished lines that wait for their ends} */
	public HeldLines held() {
		return held;
	}

	/**
	 * Closes the files. All streams must be closed before.
	 *
	 * @throws IOException if a file system writes only now, and fails
	 */
	@Override
	public void close() throws IOException {
		if (files.isPresent()) {
			files.get().close();
		}
	}
}
