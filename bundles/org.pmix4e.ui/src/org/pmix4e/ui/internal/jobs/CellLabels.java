// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.jface.viewers.StyledCellLabelProvider;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.jface.viewers.ViewerCell;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.Image;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.PmixImage;

/** Provides text, image and color of one column. Owned by the viewer, on the thread of the user interface. */
final class CellLabels extends StyledCellLabelProvider {
	private final Column column;

	CellLabels(Column column) {
		this.column = column;
	}

	@Override
	public void update(ViewerCell cell) {
		JobElement element = (JobElement) cell.getElement();
		if (column == Column.NAME) {
			StyledString name = new StyledString(column.text(element));
			String addition = ElementText.addition(element);
			if (!addition.isEmpty()) {
				name.append("  " + addition, PmixColor.DETAIL.styler());
			}
			cell.setText(name.getString());
			cell.setStyleRanges(name.getStyleRanges());
			cell.setImage(image(element));
		} else {
			cell.setText(column.text(element));
			cell.setForeground(color(element.state()));
			if (column == Column.STATE) {
				cell.setImage(PmixImage.of(element.state()).image());
			}
		}
		super.update(cell);
	}

	/** Returns the whole text, which the column may be too narrow to show. */
	@Override
	public @Nullable String getToolTipText(Object element) {
		String text = column.text((JobElement) element);
		return text.isEmpty() ? null : text;
	}

	private static Image image(JobElement element) {
		return switch (element) {
			case ServerElement server -> PmixImage.SERVER.image();
			case SessionElement session -> PmixImage.SESSION.image();
			case NamespaceElement namespace -> PmixImage.NAMESPACE.image();
			case AppElement app -> PmixImage.APP.image();
			case RankRange range -> PmixImage.of(range.state()).image();
			case RankElement rank -> PmixImage.of(rank.state()).image();
		};
	}

	/** Returns the color of a state; null for the default color of the tree. */
	private static @Nullable Color color(ElementState state) {
		if (!state.isEnded()) {
			return null;
		}
		return (state == ElementState.FAILED ? PmixColor.FAILED : PmixColor.ENDED).get();
	}
}
