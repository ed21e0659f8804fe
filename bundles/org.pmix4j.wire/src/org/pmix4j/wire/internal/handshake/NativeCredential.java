// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

import org.pmix4j.model.ByteObject;

/**
 * User and group id that a peer claims: the credential of the security module {@code native} over TCP, and the ids that tools send in
 * addition. It proves nothing; on a loopback connection the kernel reports the real owner.
 *
 * @param uid effective user id, unsigned
 * @param gid effective group id, unsigned
 * @see "OpenPMIx src/mca/psec/native/psec_native.c"
 */
public record NativeCredential(int uid, int gid) {
	/** Name of the security module that sends this credential. */
	public static final String NATIVE = "native";
	private static final int SIZE = 8;

	/**
	 * @param bytes credential from a hello
	 * @param order byte order of the peer's machine; the C libraries never convert it
	 * @return the claimed ids, or empty if the bytes are not a native credential
	 */
	public static Optional<NativeCredential> parse(ByteObject bytes, ByteOrder order) {
		if (bytes.size() != SIZE) {
			return Optional.empty();
		}
		ByteBuffer in = bytes.asBuffer().order(order);
		return Optional.of(new NativeCredential(in.getInt(), in.getInt()));
	}

	/**
	 * @param order byte order of the peer's machine
	 * @return the eight bytes to put into a hello
	 */
	public ByteObject encode(ByteOrder order) {
		return ByteObject.wrap(ByteBuffer.allocate(SIZE).order(order).putInt(uid).putInt(gid).array());
	}

	@Override
	public String toString() {
		return "uid " + Integer.toUnsignedString(uid) + " gid " + Integer.toUnsignedString(gid);
	}
}
