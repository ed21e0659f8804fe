// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.pmix4j.host.OutputFiles;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Writes the output of one job to files. Owned by an {@link OutputPump}. */
final class FileOutput implements OutputSink, AutoCloseable {
	private final OutputFiles files;
	private final Path directory;
	private final int ranks;
	private final Function<Proc, String> hosts;
	private final Map<Path, FileChannel> open = new HashMap<>();

	/** Resolves relative paths against the directory. */
	FileOutput(OutputFiles files, Path directory, int ranks, Function<Proc, String> hosts) {
		this.files = files;
		this.directory = directory;
		this.ranks = ranks;
		this.hosts = hosts;
	}

	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		Path file = directory.resolve(files.of(proc, ranks, hosts.apply(proc), channel.equals(IofChannel.STDERR)));
		FileChannel target = open.get(file);
		if (target == null) {
			Path parent = file.getParent();
			if (parent != null) {
				Files.createDirectories(parent);
			}
			target = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
			open.put(file, target);
		}
		while (chunk.hasRemaining()) {
			target.write(chunk);
		}
	}

	@Override
	public void close() throws IOException {
		for (FileChannel file : open.values()) {
			file.close();
		}
		open.clear();
	}
}
