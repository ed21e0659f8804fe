// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.ui.internal.Messages;

/** Opens and copies the whole output of a job, which a file holds. */
final class WholeOutput {
	/** Text editors hold the whole file in memory, several times. */
	private static final long MOST_IN_EDITOR = 64L << 20;
	private static final String TEXT_EDITOR = "org.eclipse.ui.DefaultTextEditor";

	private WholeOutput() {
	}

	/**
	 * Opens the file in an editor. Called on the thread of the user interface.
	 *
	 * @param title of the editor
	 * @return why it is not shown
	 */
	static Optional<String> open(IWorkbenchPage page, JobOutput output, String title) {
		Optional<Path> log = output.log();
		if (log.isEmpty()) {
			return Optional.of(Messages.outputView_no_log);
		}
		try {
			long size = Files.size(log.get());
			if (size > MOST_IN_EDITOR) {
				return Optional.of(NLS.bind(Messages.outputView_large_log, log.get(), MOST_IN_EDITOR >> 20));
			}
			IDE.openEditor(page, new OutputSnapshot(log.get(), size, output.charset(), title), TEXT_EDITOR);
			return Optional.empty();
		} catch (IOException | PartInitException e) {
			return Optional.of(NLS.bind(Messages.outputView_log_failed, log.get(), e.getMessage()));
		}
	}

	/** Writes the output to another file: all of it, or as much as is kept if no file holds all. May be called on any thread. */
	static void save(JobOutput output, Path target) throws CoreException {
		try {
			Optional<Path> log = output.log();
			if (log.isPresent()) {
				Files.copy(log.get(), target, StandardCopyOption.REPLACE_EXISTING);
			} else {
				saveKept(output, target);
			}
		} catch (IOException e) {
			throw new CoreException(Status.error(NLS.bind(Messages.outputView_save_failed, target, e.getMessage()), e));
		}
	}

	private static void saveKept(JobOutput output, Path target) throws IOException {
		try (OutputStream out = Files.newOutputStream(target)) {
			for (OutputChunk chunk : output.kept(each -> true)) {
				out.write(chunk.bytes());
			}
		}
	}
}
