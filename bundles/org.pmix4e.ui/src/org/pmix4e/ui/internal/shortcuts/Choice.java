// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.ElementListSelectionDialog;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/** Lets the user choose one of several elements. */
final class Choice {
	private record Row(String name, int index) {
	}

	private Choice() {
	}

	/** Returns the only element, or the one that the user chooses; empty if the user cancels. */
	static <T> Optional<T> of(Shell shell, String message, List<T> elements, Function<T, String> name) {
		if (elements.size() == 1) {
			return Optional.of(elements.get(0));
		}
		ElementListSelectionDialog dialog = new ElementListSelectionDialog(shell,
				LabelProvider.createTextProvider(row -> ((Row) row).name()));
		dialog.setTitle(Messages.shortcut_title);
		dialog.setMessage(message);
		dialog.setElements(IntStream.range(0, elements.size()).mapToObj(i -> new Row(name.apply(elements.get(i)), i)).toArray());
		return AccessibleNames.open(dialog) == Window.OK && dialog.getFirstResult() instanceof Row row ? Optional.of(elements.get(row.index()))
				: Optional.empty();
	}
}
