// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.pmix4j.job.OutputFiles;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The files to which the output of one job goes. Owned by an {@link OutputFormatter}, whose thread writes; files are named on any thread.
 */
final class FileOutput implements AutoCloseable {
	private final OutputFiles files;
	private final Path directory;
	private final int ranks;
	private final Function<Proc, String> nodeOf;
	private final FileCreator creator;
	private final Map<Path, FileTarget> targets = new ConcurrentHashMap<>();
	private boolean isPrepared;

	/** A file, which is created or truncated by the first write. */
	private final class FileTarget extends OutputTarget {
		private final Path path;
		private Optional<FileChannel> open = Optional.empty();

		private FileTarget(Path path) {
			this.path = path;
		}

		@Override
		void write(Proc proc, ByteBuffer bytes) throws IOException {
			FileChannel channel = channel();
			try {
				while (bytes.hasRemaining()) {
					channel.write(bytes);
				}
			} catch (IOException e) {
				throw FileFailure.at(path, e);
			}
		}

		@Override
		void endLine(Proc proc) throws IOException {
			write(proc, ByteBuffer.wrap(new byte[] { '\n' }));
		}

		private FileChannel channel() throws IOException {
			if (open.isEmpty()) {
				if (!isPrepared) {
					isPrepared = true;
					creator.prepareThread();
				}
				Path parent = path.getParent();
				if (parent != null) {
					creator.createFolders(parent);
				}
				open = Optional.of(creator.create(path));
			}
			return open.get();
		}

		private void close() throws IOException {
			if (open.isPresent()) {
				try {
					open.get().close();
				} catch (IOException e) {
					throw FileFailure.at(path, e); // a file system on the network may write only now
				}
			}
		}
	}

	/** Resolves relative paths against the directory. */
	FileOutput(OutputFiles files, Path directory, FileCreator creator, int ranks, Function<Proc, String> nodeOf) {
		this.files = files;
		this.creator = creator;
		this.directory = directory;
		this.ranks = ranks;
		this.nodeOf = nodeOf;
	}

	/** Returns the file of a stream, which several streams may share. */
	OutputTarget target(Proc proc, IofChannel channel) {
		Path path = directory.resolve(files.of(proc, ranks, nodeOf.apply(proc), channel.equals(IofChannel.STDERR)));
		return targets.computeIfAbsent(path, FileTarget::new);
	}

	@Override
	public void close() throws IOException {
		for (FileTarget target : targets.values()) {
			target.close();
		}
		targets.clear();
	}
}
