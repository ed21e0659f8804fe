// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.IExecutableExtension;
import org.eclipse.jface.action.LegacyActionTools;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.osgi.util.NLS;
import org.eclipse.ui.INullSelectionListener;
import org.eclipse.ui.ISelectionService;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.commands.IElementUpdater;
import org.eclipse.ui.menus.UIElement;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ActionTarget;
import org.pmix4e.ui.internal.elements.Selected;

/**
 * A command for the selected elements of the job model. Its menu items and buttons name the elements that it acts on. Created by the
 * workbench, on its thread.
 */
public abstract class ElementHandler extends ModelHandler implements IElementUpdater, IExecutableExtension {
	/** Of a larger selection, the label does not leave out the elements on which the command has no effect. */
	private static final int MOST_CHECKED = 16;

	private final INullSelectionListener follower = (part, selection) -> follow(selection);
	/** The buttons and menu items, which the workbench owns. */
	private final Set<UIElement> shown = Collections.newSetFromMap(new WeakHashMap<>());
	private List<JobElement> selected = List.of();
	private String command = "";
	private String label = "";

	/** Follows the selection: while nothing is selected on which the command acts, the workbench does not call it. */
	protected ElementHandler() {
		services().forEach(service -> service.addSelectionListener(follower));
	}

	private static Stream<ISelectionService> services() {
		return Stream.of(PlatformUI.getWorkbench().getWorkbenchWindows()).map(IWorkbenchWindow::getSelectionService);
	}

	@Override
	public void dispose() {
		services().forEach(service -> service.removeSelectionListener(follower));
		super.dispose();
	}

	private void follow(@Nullable ISelection selection) {
		if (Selected.elements(selection).isEmpty() && !selected.isEmpty()) {
			selected = List.of();
			update();
		}
	}

	@Override
	public final @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		run(Selected.inContext(event.getApplicationContext()), event);
		return null;
	}

	@Override
	public final void setEnabled(@Nullable Object context) {
		selected = Selected.inContext(context);
		update();
	}

	@Override
	public void setInitializationData(IConfigurationElement element, String property, @Nullable Object data) {
		command = element.getAttribute("commandId");
	}

	/** Enables or disables the command, and names anew what it acts on. */
	@Override
	protected final void update() {
		super.update();
		String now = label().isEmpty() ? "" : NLS.bind(label(), target().replace("&", "&&"));
		if (!now.equals(label)) {
			label = now;
			shown.forEach(this::name);
			PlatformUI.getWorkbench().getService(ICommandService.class).refreshElements(command, null);
		}
	}

	private String target() {
		List<JobElement> acted = selected.size() > MOST_CHECKED ? selected
				: selected.stream().filter(element -> canRun(List.of(element))).toList();
		List<JobElement> named = acted.isEmpty() ? selected : acted;
		return named.isEmpty() ? Messages.target_none : ActionTarget.name(targets(named));
	}

	@Override
	public final void updateElement(UIElement element, Map parameters) {
		shown.add(element);
		name(element);
	}

	private void name(UIElement element) {
		if (!label.isEmpty()) {
			element.setText(label);
			element.setTooltip(LegacyActionTools.removeMnemonics(label));
		}
	}

	@Override
	final boolean canRun() {
		return canRun(selected);
	}

	/**
	 * @param elements the selection
	 * @return whether the command has an effect on these elements
	 */
	protected abstract boolean canRun(List<JobElement> elements);

	/**
	 * @param elements the selection
	 * @return what the command acts on for these elements; by default the elements
	 */
	protected List<? extends JobElement> targets(List<JobElement> elements) {
		return elements;
	}

	/** @return the text of menu items, in which {0} stands for what the command acts on; empty for one that names nothing */
	protected abstract String label();

	/**
	 * Carries out the command.
	 *
	 * @param elements the selection
	 * @param event    for the window
	 * @throws ExecutionException with the reason if that fails
	 */
	protected abstract void run(List<JobElement> elements, ExecutionEvent event) throws ExecutionException;
}
