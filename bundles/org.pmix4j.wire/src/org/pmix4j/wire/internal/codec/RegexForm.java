// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * Forms of lists of nodes and ranks, identified by their prefix; a text without a prefix is a plain list. Stateless.
 *
 * @see "OpenPMIx src/mca/preg"
 */
final class RegexForm {
	/** The compact form with ranges. */
	static final String NATIVE = "pmix";
	/** The unchanged list. */
	static final String RAW = "raw:";
	/** The compressed form: two more texts, each ended by a NUL, and a {@link Zlib} block. */
	static final String BLOB = "blob:\0";
	/** Upper bound on the number of bytes before the compressed block. */
	static final int MAX_HEAD = 64;

	private static final Pattern BLOB_HEAD = Pattern.compile("blob:\0component=zlib:\0size=(\\d{1,9}):\0");
	private static final String NATIVE_START = NATIVE + "[";
	private static final String NATIVE_END = "]";

	private RegexForm() {
	}

	/**
	 * The part before the compressed block.
	 *
	 * @param length number of its bytes
	 * @param block  number of bytes of the compressed block
	 */
	record BlobHead(int length, int block) {
	}

	/** Returns the first bytes, decoded as Latin-1. */
	static String head(ByteObject regex) {
		byte[] start = new byte[Math.min(MAX_HEAD, regex.size())];
		regex.asBuffer().get(start);
		return new String(start, StandardCharsets.ISO_8859_1);
	}

	static BlobHead blobHead(String head) throws MalformedMessageException {
		Matcher matcher = BLOB_HEAD.matcher(head);
		if (!matcher.lookingAt()) {
			throw new MalformedMessageException("compressed list with unknown compression or size");
		}
		return new BlobHead(matcher.end(), Integer.parseInt(matcher.group(1)));
	}

	/** Returns the text of a list; a compressed one is inflated to a plain list. */
	static String text(ByteObject regex, Limits limits) throws MalformedMessageException {
		byte[] bytes = regex.toByteArray();
		String head = head(regex);
		if (head.startsWith(BLOB)) {
			BlobHead blob = blobHead(head);
			if (bytes.length - blob.length() < blob.block()) {
				throw new MalformedMessageException("compressed list of " + blob.block() + " bytes, of which "
						+ (bytes.length - blob.length()) + " came");
			}
			bytes = Zlib.inflate(bytes, blob.length(), blob.block(), limits);
		}
		int length = bytes.length;
		while (length > 0 && bytes[length - 1] == 0) {
			length--;
		}
		String text = ByteStrings.decode(bytes, 0, length);
		if (text.indexOf('\0') >= 0) {
			throw new MalformedMessageException("list with an embedded NUL");
		}
		return text;
	}

	static String toNative(CharSequence items) {
		return NATIVE_START + items + NATIVE_END;
	}

	/** Returns whether the text is in native form; a plain list may begin with a node named "pmix". */
	static boolean isNative(String text) {
		return text.startsWith(NATIVE_START);
	}

	/** Returns the text between the brackets of the native form. */
	static String nativeItems(String text) throws MalformedMessageException {
		if (!text.endsWith(NATIVE_END)) {
			throw new MalformedMessageException("list in native form without its closing bracket");
		}
		return text.substring(NATIVE_START.length(), text.length() - NATIVE_END.length());
	}

	/** Returns the list of a text that is not in native form. */
	static String plainItems(String text) {
		return text.startsWith(RAW) ? text.substring(RAW.length()) : text;
	}
}
