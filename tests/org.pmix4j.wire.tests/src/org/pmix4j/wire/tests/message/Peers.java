// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;

/** Peers of each release, and bytes packed by them. */
final class Peers {
	private Peers() {
	}

	static PeerFormat of(String version) {
		return of(version, false);
	}

	static PeerFormat of(String version, boolean described) {
		return new PeerFormat(new Encoding(dialect(version), described), PeerVersion.parse(version), Limits.DEFAULT);
	}

	/** Returns the preferred dialect of a release. */
	private static Dialect dialect(String version) {
		return switch (version.substring(0, 3)) {
			case "2.2" -> Dialect.V21;
			case "3.2" -> Dialect.V3;
			case "4.0" -> Dialect.V4;
			case "6.0" -> Dialect.V51;
			case "6.1" -> Dialect.V61;
			default -> Dialect.V41;
		};
	}

	/** Returns a peer of each dialect and message format, with both kinds of buffers. */
	static Stream<PeerFormat> all() {
		return Stream.of("2.2.5", "3.2.5", "4.0.1", "4.2.2", "4.2.9", "5.0.9", "6.0.0", "6.1.0")
				.flatMap(version -> Stream.of(of(version, false), of(version, true)));
	}

	/** Returns two keys as packed by a peer. */
	static KvalBlob blob(PeerFormat peer) {
		List<Kval> kvals = List.of(new Kval("gkey", new PmixValue.Str("gval")), new Kval("num", new PmixValue.UInt32(70000)));
		try {
			return KvalBlob.packed(peer.encoding(), KvalBlob.of(kvals).encodedFor(peer.encoding(), peer.limits()));
		} catch (PmixException e) {
			throw new IllegalStateException(e);
		}
	}

	/** Returns a blob packed by a peer, in hex; blanks are ignored. */
	static KvalBlob blob(PeerFormat peer, String hex) {
		return KvalBlob.packed(peer.encoding(), ByteObject.wrap(bytes(hex)));
	}

	static byte[] bytes(String hex) {
		return HexFormat.of().parseHex(hex.replace(" ", ""));
	}

	static String hex(byte[] bytes) {
		return HexFormat.of().formatHex(bytes);
	}
}
