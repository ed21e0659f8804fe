// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * A reply of a C server; captures/README.md describes how it was recorded. Immutable.
 *
 * @param scenario releases of server and client, or the actions of the client
 * @param encoding of the reply
 * @param payload  the bytes
 */
record RecordedReply(String scenario, Encoding encoding, byte[] payload) {
	private static final Path FOLDER = Checkout.root().resolve("tests/org.pmix4j.client.tests/captures");
	private static final Encoding V41 = new Encoding(Dialect.V41, false);

	/** Returns job information in the forms of several releases. */
	static List<RecordedReply> jobInfos() {
		return lines("job-info.tsv").stream()
				.map(fields -> new RecordedReply(fields[0], new Encoding(Dialect.best(fields[1]).orElseThrow(), false), bytes(fields[2])))
				.toList();
	}

	/** Returns the replies to a command in a scenario, in order. */
	static List<RecordedReply> of(String scenario, String command) {
		return lines("replies.tsv").stream().filter(fields -> fields[0].equals(scenario) && fields[1].equals(command))
				.map(fields -> new RecordedReply(scenario, V41, bytes(fields[2]))).toList();
	}

	<R extends Reply> R decode(ReplyKind<R> kind) throws PmixException {
		return new ReplyCodec(new PeerFormat(encoding, PeerVersion.parse("4.2.2"), Limits.DEFAULT)).decode(kind, ByteBuffer.wrap(payload));
	}

	private static List<String[]> lines(String file) {
		try {
			return Files.readAllLines(FOLDER.resolve(file)).stream().filter(line -> !line.startsWith("#")).map(line -> line.split("\t"))
					.toList();
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private static byte[] bytes(String hex) {
		return HexFormat.of().parseHex(hex);
	}

	@Override
	public String toString() {
		return scenario;
	}
}
