// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.nio.charset.Charset;
import java.text.MessageFormat;
import org.pmix4e.core.internal.Messages;

import org.pmix4e.core.output.OutputChunk;

/** Creates the line that a console shows in place of dropped output. Stateless. */
final class DroppedMarker {
	private static final double MEGABYTE = 1 << 20;

	private DroppedMarker() {
	}

	static OutputChunk of(long bytes, Charset charset) {
		String line = MessageFormat.format(Messages.DroppedMarker_dropped, bytes / MEGABYTE);
		return OutputChunk.ofLauncher(false, (line + "\n").getBytes(charset));
	}
}
