// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Objects;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/**
 * The name and address of a server, as variables and files announce them. Immutable.
 *
 * @param server  identity of the server
 * @param address where it listens
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connect.c"
 */
public record ServerAddress(Proc server, InetSocketAddress address) {
	/** The expected form, for messages. */
	public static final String FORM = "NAMESPACE.RANK;tcp4://ADDRESS:PORT";

	private static final String TCP4 = "tcp4://";
	private static final String TCP6 = "tcp6://";

	/**
	 * Reads the text of a URI.
	 *
	 * @param uri the text
	 * @return name and address
	 * @throws IllegalArgumentException if the text is malformed; the message leaves out the text, with which a reader could connect
	 */
	public static ServerAddress parse(String uri) {
		return new ServerAddress(server(uri), address(uri));
	}

	/** Reads the identity before the semicolon. Its last dot precedes the rank, because a namespace may contain dots. */
	private static Proc server(String uri) {
		int semicolon = uri.indexOf(';');
		int dot = uri.lastIndexOf('.', semicolon);
		try {
			return new Proc(uri.substring(0, dot), new Rank(Integer.parseUnsignedInt(uri.substring(dot + 1, semicolon))));
		} catch (IndexOutOfBoundsException invalid) {
			throw new IllegalArgumentException("neither a name nor a semicolon", invalid);
		}
	}

	private static InetSocketAddress address(String uri) {
		String place = uri.substring(uri.indexOf(';') + 1);
		if (!place.startsWith(TCP4) && !place.startsWith(TCP6)) {
			throw new IllegalArgumentException("neither " + TCP4 + " nor " + TCP6);
		}
		int colon = place.lastIndexOf(':');
		try {
			InetAddress host = literal(place.substring(TCP4.length(), colon));
			return new InetSocketAddress(host, Integer.parseInt(place.substring(colon + 1)));
		} catch (IndexOutOfBoundsException | UnknownHostException invalid) {
			throw new IllegalArgumentException("not an address", invalid);
		}
	}

	/** Accepts no host names: servers announce addresses, and a look-up may hang. */
	private static InetAddress literal(String host) throws UnknownHostException {
		if (host.indexOf(':') >= 0) {
			return InetAddress.getByName(host);
		}
		String[] numbers = host.split("\\.", -1);
		byte[] octets = new byte[numbers.length];
		for (int i = 0; i < octets.length; i++) {
			octets[i] = (byte) Objects.checkIndex(Integer.parseInt(numbers[i]), 256);
		}
		return InetAddress.getByAddress(octets);
	}
}
