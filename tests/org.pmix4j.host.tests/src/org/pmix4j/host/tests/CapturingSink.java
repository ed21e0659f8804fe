// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.OutputSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** A sink that records output: all of it in order, that of each rank and channel, and the pieces. Thread-safe. */
final class CapturingSink implements OutputSink {
	private final Map<IofChannel, ByteArrayOutputStream> all = new HashMap<>();
	private final Map<String, ByteArrayOutputStream> byRank = new HashMap<>();
	private final List<String> chunks = new ArrayList<>();

	@Override
	public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		byte[] bytes = new byte[chunk.remaining()];
		chunk.get(bytes);
		all.computeIfAbsent(channel, c -> new ByteArrayOutputStream()).writeBytes(bytes);
		byRank.computeIfAbsent(key(proc.rank().value(), channel), k -> new ByteArrayOutputStream()).writeBytes(bytes);
		if (chunks.size() < 1000) {
			chunks.add(new String(bytes, StandardCharsets.UTF_8));
		}
	}

	@Override
	public synchronized void endLine(Proc proc, IofChannel channel) {
		all.computeIfAbsent(channel, c -> new ByteArrayOutputStream()).write('\n');
	}

	synchronized String out() {
		return text(all.get(IofChannel.STDOUT));
	}

	synchronized String err() {
		return text(all.get(IofChannel.STDERR));
	}

	synchronized byte[] bytes(int rank, IofChannel channel) {
		ByteArrayOutputStream bytes = byRank.get(key(rank, channel));
		return bytes == null ? new byte[0] : bytes.toByteArray();
	}

	synchronized String out(int rank) {
		return new String(bytes(rank, IofChannel.STDOUT), StandardCharsets.UTF_8);
	}

	/** Returns the first thousand pieces. */
	synchronized List<String> chunks() {
		return List.copyOf(chunks);
	}

	private static String key(int rank, IofChannel channel) {
		return rank + "/" + channel.bits();
	}

	private static String text(ByteArrayOutputStream bytes) {
		return bytes == null ? "" : bytes.toString(StandardCharsets.UTF_8);
	}
}
