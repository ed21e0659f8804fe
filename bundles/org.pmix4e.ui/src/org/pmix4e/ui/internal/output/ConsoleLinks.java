// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.Optional;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.console.IHyperlink;
import org.eclipse.ui.console.IPatternMatchListenerDelegate;
import org.eclipse.ui.console.PatternMatchEvent;
import org.eclipse.ui.console.TextConsole;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.internal.console.RankConsole;

/**
 * Makes links of the places in sources that the lines of a job's or a rank's console name, as the view PMIx Output does. Created by the
 * platform for each console; its thread that searches the console calls it with each line that may name a place.
 */
public final class ConsoleLinks implements IPatternMatchListenerDelegate {
	private @Nullable TextConsole console;

	/** For the extension registry. */
	public ConsoleLinks() {
	}

	@Override
	public void connect(TextConsole connected) {
		console = connected;
	}

	@Override
	public void disconnect() {
		console = null;
	}

	@Override
	public void matchFound(PatternMatchEvent event) {
		TextConsole known = console;
		if (known == null) {
			return;
		}
		try {
			IDocument document = known.getDocument();
			IRegion line = document.getLineInformationOfOffset(event.getOffset());
			for (SourceLink link : SourceLink.in(document.get(line.getOffset(), line.getLength()))) {
				known.addHyperlink(new Link(known, link), line.getOffset() + link.start(), link.length());
			}
		} catch (BadLocationException e) {
			ILog.get().info("the console has dropped a line while it was searched", e);
		}
	}

	private record Link(TextConsole console, SourceLink place) implements IHyperlink {
		@Override
		public void linkEntered() {
			// the platform shows that the mouse pointer is over a link
		}

		@Override
		public void linkExited() {
			// as above
		}

		@Override
		public void linkActivated() {
			IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
			IWorkbenchPage page = window == null ? null : window.getActivePage();
			if (page != null) {
				new SourceOpener(page, SourceOpener.directory(process())).open(place);
			}
		}

		private Optional<IProcess> process() {
			return switch (console) {
				case RankConsole rank -> rank.rank().namespace().process().map(IProcess.class::cast);
				case org.eclipse.debug.ui.console.IConsole job -> Optional.ofNullable(job.getProcess());
				default -> Optional.empty();
			};
		}
	}
}
