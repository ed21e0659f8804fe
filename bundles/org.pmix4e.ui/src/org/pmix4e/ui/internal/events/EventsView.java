// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.parts.CanvasPart;
import org.pmix4e.ui.internal.commands.ViewHandler;

/**
 * The view PMIx Events: when each rank of a job entered its states and waited for others, as a picture and as a table. Created by the
 * workbench, on its thread.
 */
public final class EventsView extends CanvasPart implements ViewHandler.Part {
	private static final int INTERVAL_MILLIS = 500;
	private static final int SECOND_MILLIS = 1000;
	/** A running job grows by one part of these until it is shown again; a smaller one would hardly be seen. */
	private static final int PARTS = 500;

	private TimeLine line = TimeLine.of(List.of(), Instant.EPOCH);
	private @Nullable LaneCanvas lanes;
	private @Nullable EventTable table;
	private boolean scheduled;
	/** Whether a timer will show how long the states of a running job last. */
	private boolean isTicking;

	/** For the workbench. */
	public EventsView() {
	}

	@Override
	protected void createContents(Composite parent) {
		CTabFolder folder = createTabs(parent);
		LaneCanvas picture = new LaneCanvas(folder, line, this::choose, this::showOutput);
		EventTable list = new EventTable(folder, this::choose, this::showOutput);
		addTab(folder, Messages.events_line, picture.control(), picture.canvas());
		addTab(folder, Messages.events_table, list.holder(), list.control());
		getSite().getService(IContextService.class).activateContext(PmixUi.CONTEXT_JOBS);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(parent, PmixUi.HELP_EVENTS);
		lanes = picture;
		table = list;
	}

	private void choose(int rank) {
		job().map(NamespaceElement::ranks).filter(ranks -> rank >= 0 && rank < ranks.size())
				.ifPresent(ranks -> select(Set.of(ranks.get(rank))));
	}

	@Override
	protected void showJob(Optional<NamespaceElement> shown) {
		refresh();
	}

	private void refresh() {
		if (lanes == null || table == null || lanes.canvas().isDisposed()) {
			return;
		}
		line = line();
		lanes.show(line, job().map(found -> found.ranks().size()).orElse(0));
		table.show(line);
		tick();
	}

	private TimeLine line() {
		Instant end = job().flatMap(NamespaceElement::endedAt).orElseGet(Instant::now);
		return TimeLine.of(job().map(NamespaceElement::events).orElse(List.of()), end);
	}

	/** Has the time go on while the job runs: a job that hangs has no events, and the user wants to see how long. */
	private void tick() {
		if (!isTicking && job().filter(shown -> shown.endedAt().isEmpty()).isPresent()) {
			isTicking = true;
			long part = Duration.between(line.begin(), line.end()).toMillis() / PARTS;
			Display.getCurrent().timerExec(Math.clamp(part, SECOND_MILLIS, Integer.MAX_VALUE), () -> {
				isTicking = false;
				if (lanes != null && !lanes.control().isDisposed()) {
					if (lanes.control().getParent().isVisible()) {
						refresh();
					} else {
						tick();
					}
				}
			});
		}
	}

	@Override
	protected void showSelected(Set<RankElement> ranks) {
		if (lanes != null) {
			lanes.select(ranks.stream().findFirst());
		}
	}

	/** Shows new events soon: a job has many at once. */
	@Override
	protected void update() {
		if (!scheduled) {
			scheduled = true;
			Display.getCurrent().timerExec(INTERVAL_MILLIS, () -> {
				scheduled = false;
				refresh();
			});
		}
	}

	/** Exports the events, which is the only command of this view. */
	@Override
	public void run(String command) {
		FileDialog dialog = new FileDialog(getSite().getShell(), SWT.SAVE);
		dialog.setFileName("trace.json");
		dialog.setFilterExtensions(new String[] { "*.json" });
		String name = dialog.open();
		if (name != null) {
			String json = json();
			Job.create(Messages.events_export, (ICoreRunnable) monitor -> write(Path.of(name), json)).schedule();
		}
	}

	/** @return the events of the job in the trace event format */
	public String json() {
		return TraceJson.of(line(), job().map(NamespaceElement::name).orElse(""), job().map(found -> found.ranks().size()).orElse(0));
	}

	private static void write(Path file, String json) throws CoreException {
		try {
			Files.writeString(file, json);
		} catch (IOException e) {
			throw new CoreException(Status.error(NLS.bind(Messages.events_export_failed, file, e.getMessage()), e));
		}
	}
}
