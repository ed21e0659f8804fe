// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.io.IOException;
import java.util.List;

import org.eclipse.core.runtime.ILog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.console.IOConsoleOutputStream;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.ui.internal.Messages;

/**
 * Writes the output of ranks to a console. Called on a reading thread of the job's output. A slow console delays only that thread; a
 * line in the console then tells how much output was dropped.
 *
 * @param standard receives standard output
 * @param error    receives standard error
 * @param atEnd    is run after the last output
 */
record ConsoleWriter(IOConsoleOutputStream standard, IOConsoleOutputStream error, Runnable atEnd) implements JobOutput.Listener {

	@Override
	public void output(List<OutputChunk> chunks) {
		try {
			for (OutputChunk chunk : chunks) {
				IOConsoleOutputStream stream = chunk.error() ? error : standard;
				if (stream.isClosed()) {
					return; // the console was closed
				}
				stream.write(chunk.bytes());
			}
		} catch (IOException e) {
			ILog.get().warn(e.getMessage(), e);
		}
	}

	@Override
	public void dropped(long bytes) {
		try {
			if (!error.isClosed()) {
				error.write(NLS.bind(Messages.console_dropped, bytes) + System.lineSeparator());
			}
		} catch (IOException e) {
			ILog.get().warn(e.getMessage(), e);
		}
	}

	@Override
	public void ended() {
		atEnd.run();
	}
}
