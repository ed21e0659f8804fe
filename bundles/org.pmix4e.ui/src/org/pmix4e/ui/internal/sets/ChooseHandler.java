// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.jface.dialogs.IInputValidator;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;
import org.pmix4e.ui.internal.commands.RankChooser;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * Selects a set of ranks of the job of the selection, or of the newest job: by a {@link RankChoice} that the extension names after a
 * colon, otherwise by numbers that the user enters. Selects in the active view if that shows ranks, otherwise in PMIx Jobs.
 */
public final class ChooseHandler extends AbstractHandler implements IExecutableExtension {
	private Optional<RankChoice> choice = Optional.empty();

	/** For the workbench. */
	public ChooseHandler() {
	}

	@Override
	public void setInitializationData(IConfigurationElement element, String property, @Nullable Object data) {
		choice = Optional.ofNullable(data).map(name -> RankChoice.valueOf(name.toString().toUpperCase(Locale.ROOT)));
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		List<JobElement> selected = Selected.inContext(event.getApplicationContext());
		Optional<NamespaceElement> job = job(event, selected);
		if (job.isEmpty()) {
			return null;
		}
		List<RankElement> ranks = job.get().ranks();
		Set<RankElement> before = RankGroup.of(selected).ranks();
		Optional<List<RankElement>> chosen = choice.isPresent() ? Optional.of(choice.get().of(ranks, before))
				: entered(event, job.get(), RankGroup.of(selected));
		if (chosen.isPresent()) {
			RankChooser.of(event).choose(chosen.get());
		}
		return null;
	}

	private static Optional<NamespaceElement> job(ExecutionEvent event, List<JobElement> selected) throws ExecutionException {
		Optional<NamespaceElement> job = selected.stream().flatMap(element -> Selected.jobOf(element).stream()).findFirst();
		List<NamespaceElement> all = HandlerUtil.getActiveWorkbenchWindowChecked(event).getService(JobModel.class).namespaces();
		return job.isPresent() || all.isEmpty() ? job : Optional.of(all.get(all.size() - 1));
	}

	/** Asks for the numbers of ranks; empty if the user cancels. */
	private static Optional<List<RankElement>> entered(ExecutionEvent event, NamespaceElement job, RankGroup before)
			throws ExecutionException {
		int count = job.ranks().size();
		IInputValidator validator = text -> RankSet.parse(text).filter(set -> set.size() <= count).isPresent() ? null
				: NLS.bind(Messages.sets_choose_invalid, count - 1);
		String first = Optional.ofNullable(before.byJob().get(job)).map(RankSet::toString).orElse("");
		InputDialog dialog = new InputDialog(HandlerUtil.getActiveShellChecked(event), Messages.sets_choose_title,
				NLS.bind(Messages.sets_choose_message, ElementText.title(job), count - 1), first, validator);
		if (AccessibleNames.open(dialog) != Window.OK) {
			return Optional.empty();
		}
		return RankSet.parse(dialog.getValue()).map(set -> set.within(count).stream().mapToObj(job.ranks()::get).toList());
	}
}
