// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.Arrays;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Checks messages beyond their values: content unknown to the receiver is omitted on the first encoding, and nothing after that. */
final class Messages {
	private Messages() {
	}

	/**
	 * Encodes a message.
	 *
	 * @param <M> type of message
	 */
	interface Encoder<M> {
		byte[] encode(M message) throws PmixException;
	}

	/**
	 * Decodes a message.
	 *
	 * @param <M> type of message
	 */
	interface Decoder<M> {
		M decode(byte[] bytes) throws MalformedMessageException;
	}

	/** @param whole whether the whole message must survive, except for values of unknown types */
	static <M> void requireStable(M message, Encoder<M> encoder, Decoder<M> decoder, boolean whole) {
		byte[] bytes = Promise.sound(message, () -> encoder.encode(message));
		M again = Promise.sound(message, () -> decoder.decode(bytes));
		byte[] bytesAgain = Promise.sound(again, () -> encoder.encode(again));
		if (!Arrays.equals(bytes, bytesAgain)) {
			throw new AssertionError("encoded " + message + "\nto other bytes than " + again);
		}
		if (whole && !message.toString().contains("Opaque")) {
			Promise.same(message, again);
		}
	}
}
