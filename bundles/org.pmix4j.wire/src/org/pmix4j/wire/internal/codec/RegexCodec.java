// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.nio.charset.StandardCharsets;

import org.pmix4j.model.ByteObject;

/**
 * Encodes and decodes the type REGEX, which has no length on the wire: its form implies where it ends. The decoded content lacks the NUL
 * that ends a text in C; a compressed list is kept whole. Stateless.
 *
 * @see "OpenPMIx src/mca/preg, pack and unpack of each component"
 */
final class RegexCodec {
	private static final byte[] NATIVE = bytes(RegexForm.NATIVE);
	private static final byte[] RAW = bytes(RegexForm.RAW);
	private static final byte[] BLOB = bytes(RegexForm.BLOB);

	private RegexCodec() {
	}

	private static byte[] bytes(String prefix) {
		return prefix.getBytes(StandardCharsets.ISO_8859_1);
	}

	static void put(WireWriter out, ByteObject content) {
		String head = RegexForm.head(content);
		if (head.startsWith(RegexForm.BLOB)) {
			out.raw(content);
			return;
		}
		if (!head.startsWith(RegexForm.NATIVE) && !head.startsWith(RegexForm.RAW)) {
			// the library sends an unknown form as its own pack
			out.header(TypeCodes.STRING, 1);
			out.int32(content.size() + 1);
		}
		out.raw(content);
		out.int8(0);
	}

	static ByteObject content(WireReader in) throws MalformedMessageException {
		if (in.startsWith(BLOB)) {
			RegexForm.BlobHead head = RegexForm.blobHead(in.peek(RegexForm.MAX_HEAD));
			return in.raw((long) head.length() + head.block());
		}
		int length;
		if (in.startsWith(NATIVE) || in.startsWith(RAW)) {
			length = in.distanceTo(0);
		} else {
			if (in.header(TypeCodes.STRING) != 1) {
				throw in.malformed("regular expression of unknown form");
			}
			length = in.int32() - 1;
		}
		ByteObject content = in.raw(length);
		if (in.int8() != 0) {
			throw in.malformed("regular expression without a terminating NUL");
		}
		return content;
	}
}
