// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.util.List;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.console.ConsoleColorProvider;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.MessageConsole;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/**
 * Shows the output of one rank; takes no input, which the console of the job does. Owned by the console manager, which keeps it until the
 * user closes it or the job is removed. A reading thread of the job's output fills it.
 */
public final class RankConsole extends MessageConsole implements JobModelListener {
	/** The type of these consoles. */
	public static final String TYPE = "org.pmix4e.ui.console.rank";
	/** In characters. Beyond it the console drops its first lines, so that no rank can fill the memory. */
	private static final int HIGH_WATER = 1_000_000;
	private static final int LOW_WATER = 800_000;

	private final RankElement rank;
	private final JobOutput output;
	private JobOutput.@Nullable Subscription reading;

	RankConsole(RankElement rank, JobOutput output) {
		super(NLS.bind(Messages.console_rankConsole, rank.name(), title(rank)), TYPE, PmixImage.OUTPUT.descriptor(),
				output.charset().name(), true);
		this.rank = rank;
		this.output = output;
		setWaterMarks(LOW_WATER, HIGH_WATER);
		JobConsoleFollower.drawAgain(this);
	}

	private static String title(RankElement rank) {
		return rank.app().name() + " [" + rank.namespace().name() + ']';
	}

	/** @return the rank whose output it shows */
	public RankElement rank() {
		return rank;
	}

	@Override
	public String getHelpContextId() {
		return PmixUi.HELP_CONSOLE;
	}

	@Override
	protected void init() {
		super.init();
		ConsoleWriter writer = new ConsoleWriter(newOutputStream(), newOutputStream(), this::ended);
		writer.error().setColor(new ConsoleColorProvider().getColor(IDebugUIConstants.ID_STANDARD_ERROR_STREAM));
		reading = output.subscribe(chunk -> chunk.isFrom(rank.namespace().name(), rank.rank()), writer);
		model().addListener(this);
	}

	private void ended() {
		PlatformUI.getWorkbench().getDisplay().asyncExec(() -> setName(NLS.bind(Messages.console_rankConsole_ended, getName())));
	}

	@Override
	public void modelChanged(List<JobModelEvent> events) {
		boolean removed = events.stream()
				.anyMatch(event -> event.kind() == JobModelEvent.Kind.REMOVED && event.element() == rank.namespace());
		if (removed) {
			ConsolePlugin.getDefault().getConsoleManager().removeConsoles(new IConsole[] { this });
		}
	}

	@Override
	protected void dispose() {
		model().removeListener(this);
		JobOutput.Subscription open = reading;
		if (open != null) {
			open.close();
		}
		super.dispose();
	}

	private static JobModel model() {
		return PlatformUI.getWorkbench().getService(JobModel.class);
	}
}
