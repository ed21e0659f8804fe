// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.Accessible;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleControlAdapter;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;

/**
 * Presents what a canvas draws to screen readers as a list: each item with its text, place and selection. The description of the canvas is
 * the text of the selected item. Owned by the canvas; called on the thread of the user interface.
 */
public final class DrawnItems extends AccessibleControlAdapter {
	/**
	 * An item. Immutable.
	 *
	 * @param text     names it and its state
	 * @param area     its place in the canvas
	 * @param selected whether it is selected
	 */
	public record Item(String text, Rectangle area, boolean selected) {
	}

	private final Canvas canvas;
	private final Accessible accessible;
	private final Supplier<List<Item>> items;

	/**
	 * @param canvas draws the items
	 * @param items  returns them as they are now, in their order
	 */
	public DrawnItems(Canvas canvas, Supplier<List<Item>> items) {
		this.canvas = canvas;
		this.items = items;
		MenuPlace.follow(canvas, () -> items.get().stream().filter(Item::selected).map(Item::area).reduce((one, next) -> next));
		accessible = canvas.getAccessible();
		accessible.addAccessibleControlListener(this);
		accessible.addAccessibleListener(new AccessibleAdapter() {
			@Override
			public void getName(AccessibleEvent event) {
				if (isItem(event.childID)) {
					event.result = items.get().get(event.childID).text();
				}
			}

			@Override
			public void getDescription(AccessibleEvent event) {
				if (event.childID == ACC.CHILDID_SELF) {
					event.result = items.get().stream().filter(Item::selected).map(Item::text).findFirst().orElse("");
				}
			}
		});
	}

	/** Announces another selection. */
	public void selectionChanged() {
		accessible.selectionChanged();
		if (canvas.isFocusControl()) {
			accessible.setFocus(focus());
		}
	}

	private boolean isItem(int child) {
		return child >= 0 && child < items.get().size();
	}

	private int[] selection() {
		List<Item> now = items.get();
		return IntStream.range(0, now.size()).filter(item -> now.get(item).selected()).toArray();
	}

	private int focus() {
		int[] selection = selection();
		return selection.length == 0 ? ACC.CHILDID_SELF : selection[0];
	}

	@Override
	public void getChildCount(AccessibleControlEvent event) {
		event.detail = items.get().size();
	}

	@Override
	public void getChildren(AccessibleControlEvent event) {
		event.children = IntStream.range(0, items.get().size()).boxed().toArray();
	}

	@Override
	public void getRole(AccessibleControlEvent event) {
		event.detail = event.childID == ACC.CHILDID_SELF ? ACC.ROLE_LIST : ACC.ROLE_LISTITEM;
	}

	@Override
	public void getState(AccessibleControlEvent event) {
		event.detail = ACC.STATE_FOCUSABLE;
		boolean hasFocus = canvas.isFocusControl();
		if (isItem(event.childID)) {
			boolean selected = items.get().get(event.childID).selected();
			event.detail |= ACC.STATE_SELECTABLE | (selected ? ACC.STATE_SELECTED : 0);
			hasFocus &= event.childID == focus();
		}
		event.detail |= hasFocus ? ACC.STATE_FOCUSED : 0;
	}

	@Override
	public void getLocation(AccessibleControlEvent event) {
		Rectangle area = isItem(event.childID) ? items.get().get(event.childID).area() : canvas.getClientArea();
		Point place = canvas.toDisplay(area.x, area.y);
		event.x = place.x;
		event.y = place.y;
		event.width = area.width;
		event.height = area.height;
	}

	@Override
	public void getChildAtPoint(AccessibleControlEvent event) {
		Point place = canvas.toControl(event.x, event.y);
		List<Item> now = items.get();
		event.childID = IntStream.range(0, now.size()).filter(item -> now.get(item).area().contains(place)).findFirst()
				.orElse(canvas.getClientArea().contains(place) ? ACC.CHILDID_SELF : ACC.CHILDID_NONE);
	}

	@Override
	public void getSelection(AccessibleControlEvent event) {
		int[] selection = selection();
		if (selection.length > 1) {
			event.childID = ACC.CHILDID_MULTIPLE;
			event.children = IntStream.of(selection).boxed().toArray();
		} else {
			event.childID = selection.length == 0 ? ACC.CHILDID_NONE : selection[0];
		}
	}

	@Override
	public void getFocus(AccessibleControlEvent event) {
		event.childID = canvas.isFocusControl() ? focus() : ACC.CHILDID_NONE;
	}
}
