// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.Arrays;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** What messages promise beyond values: they leave out what their receiver would not understand, but only once. */
final class Messages {
	private Messages() {
	}

	/**
	 * A message to bytes.
	 *
	 * @param <M> kind of messages
	 */
	interface Encoder<M> {
		byte[] encode(M message) throws PmixException;
	}

	/**
	 * Bytes to a message.
	 *
	 * @param <M> kind of messages
	 */
	interface Decoder<M> {
		M decode(byte[] bytes) throws MalformedMessageException;
	}

	/** @param whole whether nothing in the message may get lost on the way; values of unknown types may always */
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
