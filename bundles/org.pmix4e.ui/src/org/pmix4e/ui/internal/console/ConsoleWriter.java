// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.io.IOException;
import java.util.List;

import org.eclipse.core.runtime.ILog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.console.IOConsoleOutputStream;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.core.output.OutputListener;

/**
 * Writes to a console what the ranks write. Called on a thread of the job's output, which a slow console delays without harm: what is
 * dropped meanwhile is named.
 *
 * @param standard where standard output goes
 * @param error    where standard error goes
 * @param atEnd    is run when nothing more comes
 */
record ConsoleWriter(IOConsoleOutputStream standard, IOConsoleOutputStream error, Runnable atEnd) implements OutputListener {

	@Override
	public void output(List<OutputChunk> chunks) {
		try {
			for (OutputChunk chunk : chunks) {
				IOConsoleOutputStream stream = chunk.error() ? error : standard;
				if (stream.isClosed()) {
					return; // with the console
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
				error.write(NLS.bind(Messages.dropped, bytes) + System.lineSeparator());
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
