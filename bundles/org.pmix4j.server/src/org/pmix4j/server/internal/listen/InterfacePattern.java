// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.listen;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** A user's specification of interfaces: a name, an address or a subnet. Immutable. */
interface InterfacePattern {
	/**
	 * @param name    name of an interface
	 * @param address one of its addresses
	 * @return whether the pattern matches
	 */
	boolean matches(String name, InetAddress address);

	/**
	 * @param text a name, an address, or address/bits
	 * @return the pattern
	 * @throws PmixException BAD_PARAM if the subnet is malformed
	 */
	static InterfacePattern parse(String text) throws PmixException {
		int slash = text.indexOf('/');
		String host = slash < 0 ? text : text.substring(0, slash);
		if (!isAddress(host)) {
			if (slash >= 0) {
				throw malformed(text);
			}
			return (name, address) -> name.equals(text);
		}
		try {
			InetAddress subnet = InetAddress.getByName(host);
			int all = subnet.getAddress().length * Byte.SIZE;
			int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
			if (bits < 0 || bits > all) {
				throw malformed(text);
			}
			return (name, address) -> isIn(address.getAddress(), subnet.getAddress(), bits);
		} catch (UnknownHostException | NumberFormatException e) {
			throw malformed(text);
		}
	}

	/** Returns whether a text consists of digits and dots or contains a colon, so that parsing it needs no name lookup. */
	private static boolean isAddress(String text) {
		return text.indexOf(':') >= 0 || text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
	}

	private static PmixException malformed(String text) {
		return new PmixException(Status.ERR_BAD_PARAM,
				"'" + text + "' is not an interface, an address or a subnet, such as eth0, 10.0.0.1 or 10.0.0.0/8");
	}

	private static boolean isIn(byte[] address, byte[] subnet, int bits) {
		int rest = address.length * Byte.SIZE - bits;
		return address.length == subnet.length
				&& new BigInteger(1, address).shiftRight(rest).equals(new BigInteger(1, subnet).shiftRight(rest));
	}
}
