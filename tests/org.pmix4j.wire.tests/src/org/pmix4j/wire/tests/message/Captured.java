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

import org.pmix4j.wire.codec.Dialect;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.codec.Limits;
import org.pmix4j.wire.handshake.PeerVersion;
import org.pmix4j.wire.message.PeerFormat;

/** A payload recorded from the C library 4.2.2; captures/README.md tells how. */
record Captured(String scenario, String kind, String command, boolean described, byte[] payload) {
	/** Surefire starts tests in the folder of their bundle. */
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
		return Stream.concat(read("commands.tsv", false), read("commands-described.tsv", true));
	}

	private static Stream<Captured> read(String file, boolean described) {
		try {
			List<String> lines = Files.readAllLines(FOLDER.resolve(file));
			return lines.stream().filter(line -> !line.startsWith("#")).map(line -> parse(line.split("\t", -1), described));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static Captured parse(String[] fields, boolean described) {
		return new Captured(fields[0], fields[1], fields[2], described, HexFormat.of().parseHex(fields[3]));
	}

	PeerFormat peer() {
		return new PeerFormat(new Encoding(Dialect.V41, described), PeerVersion.parse("4.2.2rc2"), Limits.DEFAULT);
	}

	ByteBuffer bytes() {
		return ByteBuffer.wrap(payload);
	}

	/** The same, cut off after so many bytes. */
	Captured cut(int length) {
		return new Captured(scenario, kind, command, described, Arrays.copyOf(payload, length));
	}

	@Override
	public String toString() {
		return scenario + " " + kind + " " + command + (described ? " described " : " ") + payload.length + " bytes";
	}
}
