// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.PeerFormat;

/** A payload recorded from the C library 4.2.2 or 6.1.0; captures/README.md describes how. */
record Captured(Origin origin, String scenario, String kind, String command, byte[] payload) {
	/** The library that sent it. */
	enum Origin {
		/** Release 4.2.2. */
		R42("commands.tsv", "4.2.2rc2", Dialect.V41, false),
		/** Release 4.2.2, each item preceded by its data type. */
		R42_DESCRIBED("commands-described.tsv", "4.2.2rc2", Dialect.V41, true),
		/** Release 6.1.0. */
		R61("commands-6.1.tsv", "6.1.0", Dialect.V61, false),
		/** Release 7.0, first candidate. */
		R7("commands-7.0.tsv", "7.0.0rc1", Dialect.V61, false);

		private final String file;
		private final PeerFormat peer;

		Origin(String file, String version, Dialect dialect, boolean described) {
			this.file = file;
			PeerVersion release = PeerVersion.parse(version);
			this.peer = new PeerFormat(new Encoding(dialect, described, release.packsUntypedArraysAs7()), release, Limits.DEFAULT);
		}

		PeerFormat peer() {
			return peer;
		}
	}

	/** Surefire runs tests in the folder of their bundle. */
	private static final Path FOLDER = Path.of("captures");

	static Stream<Captured> requests() {
		return all().filter(message -> message.kind.equals("request"));
	}

	static Stream<Captured> replies() {
		return all().filter(message -> message.kind.equals("reply"));
	}

	static Stream<Captured> deliveries() {
		return all().filter(message -> message.kind.equals("delivery"));
	}

	private static Stream<Captured> all() {
		return Stream.of(Origin.values()).flatMap(Captured::read);
	}

	private static Stream<Captured> read(Origin origin) {
		try {
			List<String> lines = Files.readAllLines(FOLDER.resolve(origin.file));
			return lines.stream().filter(line -> !line.startsWith("#")).map(line -> parse(line.split("\t", -1), origin));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static Captured parse(String[] fields, Origin origin) {
		return new Captured(origin, fields[0], fields[1], fields[2], HexFormat.of().parseHex(fields[3]));
	}

	PeerFormat peer() {
		return origin.peer;
	}

	ByteBuffer bytes() {
		return ByteBuffer.wrap(payload);
	}

	/** Returns this message, truncated to a number of bytes. */
	Captured cut(int length) {
		return new Captured(origin, scenario, kind, command, Arrays.copyOf(payload, length));
	}

	@Override
	public String toString() {
		return origin + " " + scenario + " " + kind + " " + command + " " + payload.length + " bytes";
	}
}
