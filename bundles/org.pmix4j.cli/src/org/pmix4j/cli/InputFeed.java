// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import org.pmix4j.job.InputSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.tool.PmixTool;

/**
 * Pushes standard input to a submitted job, one piece at a time, so that unused input stays in its source. Runs on a daemon thread of its
 * own until the input ends, no rank reads it any more, or the process ends.
 */
final class InputFeed {
	private static final int PIECE = 1 << 16;

	private final PmixTool tool;
	private final List<Proc> targets;
	private final InputSource source;

	private InputFeed(PmixTool tool, List<Proc> targets, InputSource source) {
		this.tool = tool;
		this.targets = targets;
		this.source = source;
	}

	/** Starts to feed the target, which may be no rank. */
	static void start(PmixTool tool, Rank target, String nspace, InputSource source) {
		if (!target.equals(Rank.INVALID)) {
			InputFeed feed = new InputFeed(tool, List.of(new Proc(nspace, target)), source);
			Thread thread = new Thread(feed::run, "pmix-stdin");
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void run() {
		try {
			pushAll();
			tool.io().endInput(targets);
		} catch (PmixException e) {
			if (!e.status().equals(Status.ERR_IOF_COMPLETE)) {
				System.getLogger(InputFeed.class.getName()).log(System.Logger.Level.DEBUG, "standard input ends here", e);
			}
		}
	}

	/** Pushes the input up to its end, or up to where it cannot be read any more. */
	private void pushAll() throws PmixException {
		try {
			ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);
			while (source.read(buffer.clear()) >= 0) {
				byte[] piece = new byte[buffer.flip().remaining()];
				buffer.get(piece);
				tool.io().push(targets, ByteObject.wrap(piece));
			}
		} catch (IOException e) {
			System.getLogger(InputFeed.class.getName()).log(System.Logger.Level.WARNING,
					"standard input ends here, as it cannot be read: " + e.getMessage());
		}
	}
}
