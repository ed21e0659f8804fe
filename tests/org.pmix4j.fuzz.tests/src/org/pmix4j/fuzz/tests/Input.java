// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.PeerFormat;

/**
 * One fuzz input: its first bytes are choices that determine the meaning of the rest. A choice takes one byte, modulo the number of
 * options; missing bytes are 0.
 */
final class Input {
	/** All dialects, oldest first, not described and then described. */
	private static final List<Encoding> ENCODINGS = Stream.of(Dialect.values())
			.flatMap(dialect -> Stream.of(new Encoding(dialect, false), new Encoding(dialect, true))).toList();
	/** A release of each dialect and message format, not described and then described. */
	private static final List<PeerFormat> PEERS = Stream
			.of(peers("2.2.5", Dialect.V21), peers("3.2.5", Dialect.V3), peers("4.0.1", Dialect.V4), peers("4.2.2", Dialect.V41),
					peers("4.2.9", Dialect.V41), peers("5.0.9", Dialect.V41), peers("6.0.0", Dialect.V51), peers("6.1.0", Dialect.V61))
			.flatMap(List::stream).toList();

	private final byte[] bytes;
	private int next;

	Input(byte[] bytes) {
		this.bytes = bytes;
	}

	private static List<PeerFormat> peers(String version, Dialect dialect) {
		return List.of(peer(version, dialect, false), peer(version, dialect, true));
	}

	private static PeerFormat peer(String version, Dialect dialect, boolean described) {
		return new PeerFormat(new Encoding(dialect, described), PeerVersion.parse(version), Limits.DEFAULT);
	}

	int octet() {
		return next < bytes.length ? bytes[next++] & 0xff : 0;
	}

	<T> T choice(List<T> things) {
		return things.get(octet() % things.size());
	}

	Encoding encoding() {
		return choice(ENCODINGS);
	}

	PeerFormat peer() {
		return choice(PEERS);
	}

	/** Returns all bytes after the choices. */
	byte[] rest() {
		return Arrays.copyOfRange(bytes, next, bytes.length);
	}

	/** Splits a stream into pieces whose lengths follow from the seed. */
	static final class Pieces {
		private static final int LONGEST = 40;

		private final ByteBuffer stream;
		private int state;

		Pieces(byte[] bytes, int seed) {
			this.stream = ByteBuffer.wrap(bytes);
			this.state = seed;
		}

		boolean hasNext() {
			return stream.position() < stream.capacity();
		}

		/** Returns the next piece, preceded by the bytes that the reader left. */
		ByteBuffer next() {
			state = state * 1103515245 + 12345;
			int length = 1 + (state >>> 16) % LONGEST;
			return stream.limit(Math.min(stream.capacity(), stream.position() + length));
		}
	}
}
