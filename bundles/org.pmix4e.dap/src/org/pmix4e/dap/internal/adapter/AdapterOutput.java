// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4e.dap.internal.Messages;

/**
 * The messages of an adapter, each behind a header that contains only its length; any other lines before a message are dropped. Ends
 * without an error when the adapter is killed, and before a header without a length or a message that is too long to keep in memory. Read
 * by the thread of the protocol.
 *
 * @see "Debug Adapter Protocol, overview, base protocol"
 */
final class AdapterOutput extends FilterInputStream {
	private static final int END = -1;
	private static final int LONGEST_HEADER = 8 << 10;
	private static final long LONGEST_MESSAGE = 64L << 20;
	private static final Pattern LENGTH = Pattern.compile("(?i)(?:^|\n)content-length[ \t]*:[ \t]*(\\d{1,18})[ \t]*\r?\n");

	/** The header of the current message, as the reader gets it. */
	private byte[] header = {};
	private int sent;
	/** Bytes of the message that are not read yet. */
	private long left;
	private volatile Optional<String> fault = Optional.empty();

	AdapterOutput(InputStream output) {
		super(output);
	}

	/** Returns the reason why the output cannot be read, for messages; empty if it has only ended. */
	Optional<String> fault() {
		return fault;
	}

	@Override
	public int read() {
		byte[] one = new byte[1];
		return read(one, 0, 1) == 1 ? one[0] & 0xff : END;
	}

	@Override
	public int read(byte[] bytes, int offset, int length) {
		if (length == 0) {
			return 0;
		}
		try {
			if (sent == header.length && left == 0 && !readHeader()) {
				return END;
			}
			if (sent < header.length) {
				int count = Math.min(length, header.length - sent);
				System.arraycopy(header, sent, bytes, offset, count);
				sent += count;
				return count;
			}
			int count = super.read(bytes, offset, (int) Math.min(length, left));
			left -= Math.max(0, count);
			return count;
		} catch (IOException e) {
			return END; // closed; the session reports the reason
		}
	}

	/** Reads the header of the next message. Returns false if there is none. */
	private boolean readHeader() throws IOException {
		StringBuilder read = new StringBuilder();
		while (fault.isEmpty() && !isWhole(read)) {
			int next = super.read();
			if (next == END) {
				return false;
			}
			read.append((char) next);
			if (read.length() > LONGEST_HEADER) {
				fault = Optional.of(Messages.AdapterException_noHeader);
			}
		}
		Matcher length = LENGTH.matcher(read);
		if (fault.isPresent() || !length.find()) {
			fault = fault.or(() -> Optional.of(Messages.AdapterException_noHeader));
			return false;
		}
		long stated = Long.parseLong(length.group(1));
		if (stated > LONGEST_MESSAGE) {
			fault = Optional.of(MessageFormat.format(Messages.AdapterException_tooLong, stated));
			return false;
		}
		left = stated;
		header = ("Content-Length: " + left + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
		sent = 0;
		return true;
	}

	private static boolean isWhole(StringBuilder header) {
		int end = header.length();
		return end > 1 && header.charAt(end - 1) == '\n' && (header.charAt(end - 2) == '\n'
				|| end > 2 && header.charAt(end - 2) == '\r' && header.charAt(end - 3) == '\n');
	}
}
