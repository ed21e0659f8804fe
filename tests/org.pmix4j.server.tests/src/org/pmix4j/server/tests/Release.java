// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.PeerFormat;

/** Releases of the C library, one of each kind, with the dialects that their clients announce to such a server. */
enum Release {
	R2("2.2.5", Dialect.V21), R3("3.2.5", Dialect.V3), R40("4.0.1", Dialect.V4), R41("4.1.2", Dialect.V41), R42("4.2.2rc2", Dialect.V41),
	R429("4.2.9", Dialect.V41), R5("5.0.11", Dialect.V41), R60("6.0.0", Dialect.V51), R61("6.1.0", Dialect.V61),
	R7("7.0.0rc1", Dialect.V61);

	private final String text;
	private final Dialect dialect;

	Release(String text, Dialect dialect) {
		this.text = text;
		this.dialect = dialect;
	}

	PeerVersion version() {
		return PeerVersion.parse(text);
	}

	Dialect dialect() {
		return dialect;
	}

	PeerFormat format() {
		return new PeerFormat(new Encoding(dialect, false, version().packsUntypedArraysAs7()), version(), Limits.DEFAULT);
	}
}
