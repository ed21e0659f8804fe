// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * The forms in which lists of nodes and of ranks travel, told by their prefix; a text without one is a plain list.
 *
 * @see "OpenPMIx src/mca/preg"
 */
final class RegexForm {
	/** The compact form, which names ranges. */
	static final String NATIVE = "pmix";
	/** The list as it is. */
	static final String RAW = "raw:";
	/** The compressed form: two more texts, each ended by a NUL, and a block of {@link Zlib}. */
	static final String BLOB = "blob:\0";
	/** More than what stands before the compressed bytes. */
	static final int MAX_HEAD = 64;

	private static final Pattern BLOB_HEAD = Pattern.compile("blob:\0component=zlib:\0size=(\\d{1,9}):\0");
	private static final String NATIVE_START = NATIVE + "[";
	private static final String NATIVE_END = "]";

	private RegexForm() {
	}

	/**
	 * What stands before the compressed bytes.
	 *
	 * @param length the number of its bytes
	 * @param block  the number of bytes behind it
	 */
	record BlobHead(int length, int block) {
	}

	/** The first bytes as a text of Latin-1. */
	static String head(ByteObject regex) {
		byte[] start = new byte[Math.min(MAX_HEAD, regex.size())];
		regex.asBuffer().get(start);
		return new String(start, StandardCharsets.ISO_8859_1);
	}

	static BlobHead blobHead(String head) throws MalformedMessageException {
		Matcher matcher = BLOB_HEAD.matcher(head);
		if (!matcher.lookingAt()) {
			throw new MalformedMessageException("a compressed list whose compression or size cannot be read");
		}
		return new BlobHead(matcher.end(), Integer.parseInt(matcher.group(1)));
	}

	/** The text of a form, inflated where it is compressed: then it is a plain list. */
	static String text(ByteObject regex, Limits limits) throws MalformedMessageException {
		byte[] bytes = regex.toByteArray();
		String head = head(regex);
		if (head.startsWith(BLOB)) {
			BlobHead blob = blobHead(head);
			if (bytes.length - blob.length() < blob.block()) {
				throw new MalformedMessageException("a compressed list of " + blob.block() + " bytes, of which "
						+ (bytes.length - blob.length()) + " came");
			}
			bytes = Zlib.inflate(bytes, blob.length(), blob.block(), limits);
		}
		int length = bytes.length;
		while (length > 0 && bytes[length - 1] == 0) {
			length--;
		}
		String text = WireStrings.decode(bytes, 0, length);
		if (text.indexOf('\0') >= 0) {
			throw new MalformedMessageException("a list with a NUL inside");
		}
		return text;
	}

	static String toNative(CharSequence items) {
		return NATIVE_START + items + NATIVE_END;
	}

	/** Whether the text is of the native form; a plain list may begin with a node of that name. */
	static boolean isNative(String text) {
		return text.startsWith(NATIVE_START);
	}

	/** What stands between the brackets of the native form. */
	static String nativeItems(String text) throws MalformedMessageException {
		if (!text.endsWith(NATIVE_END)) {
			throw new MalformedMessageException("a list in native form without its last bracket");
		}
		return text.substring(NATIVE_START.length(), text.length() - NATIVE_END.length());
	}

	/** The list of a form that is not native. */
	static String plainItems(String text) {
		return text.startsWith(RAW) ? text.substring(RAW.length()) : text;
	}
}
