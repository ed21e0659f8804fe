// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.Registration;
import org.pmix4j.model.IofChannel;

/**
 * Distributes the output of the processes that a tool has started itself: to the handlers that have pulled it, else to the default handler,
 * which writes to the tool's own output. Owned by the tool. Thread-safe.
 */
public final class ForkedOutput implements IofHandler {
	/** Compared by identity. */
	private static final class Pull {
		private final IofOptions options;
		private final IofHandler handler;

		private Pull(IofOptions options, IofHandler handler) {
			this.options = options;
			this.handler = handler;
		}

		private boolean wants(IofOutput output) {
			return options.channels().contains(output.channel()) && options.procs().stream().anyMatch(proc -> proc.covers(output.source()));
		}
	}

	private final List<Pull> pulls = new CopyOnWriteArrayList<>();
	private volatile IofHandler others = ForkedOutput::print;

	/**
	 * Adds a handler.
	 *
	 * @param options which output it gets
	 * @param handler gets it from now on
	 * @return removes it
	 */
	public Registration pull(IofOptions options, IofHandler handler) {
		Pull pull = new Pull(options, Objects.requireNonNull(handler));
		pulls.add(pull);
		return () -> pulls.remove(pull);
	}

	/** @param handler gets the output that no other handler gets */
	public void takeOthers(IofHandler handler) {
		others = Objects.requireNonNull(handler);
	}

	@Override
	public void handle(IofOutput output) {
		boolean taken = false;
		for (Pull pull : pulls) {
			if (pull.wants(output)) {
				pull.handler.handle(output);
				taken = true;
			}
		}
		if (!taken) {
			others.handle(output);
		}
	}

	private static void print(IofOutput output) {
		PrintStream stream = output.channel().equals(IofChannel.STDOUT) ? System.out : System.err;
		stream.writeBytes(output.data().toByteArray());
		stream.flush();
	}
}
