// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.jface.viewers.StyledCellLabelProvider;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.jface.viewers.ViewerCell;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.TreeItem;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.ClippedCell;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.elements.ElementText;

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
			StyledString name = name(element);
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

	private static StyledString name(JobElement element) {
		StyledString name = new StyledString(Column.NAME.text(element));
		String addition = ElementText.addition(element);
		return addition.isEmpty() ? name : name.append("  " + addition, PmixColor.DETAIL.styler());
	}

	@Override
	protected void paint(Event event, Object element) {
		TreeItem item = (TreeItem) event.item;
		int index = event.index;
		ClippedCell cell = new ClippedCell(item.getImage(index), item.getImageBounds(index), item.getText(index), item.getTextBounds(index));
		if (!cell.isClipped(event.gc)) {
			super.paint(event, element);
		} else if ((event.detail & SWT.SELECTED) != 0) {
			cell.draw(event.gc);
		} else {
			event.gc.setForeground(item.getForeground(index));
			cell.draw(event.gc, column == Column.NAME ? name((JobElement) element).getStyleRanges() : new StyleRange[0]);
		}
	}

	/** Returns the whole text, which the column may be too narrow to show. */
	@Override
	public @Nullable String getToolTipText(Object element) {
		String text = column == Column.NAME ? name((JobElement) element).getString() : column.text((JobElement) element);
		return text.isEmpty() ? null : text;
	}

	private static Image image(JobElement element) {
		return switch (element) {
			case ServerElement server -> PmixImage.SERVER.image();
			case SessionElement session -> PmixImage.SESSION.image();
			case NamespaceElement namespace -> PmixImage.NAMESPACE.image();
			case AppElement app -> PmixImage.APP.image();
			case RankRange range -> PmixImage.of(range.state()).image();
			case NodeRanks node -> PmixImage.of(node.state()).image();
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
