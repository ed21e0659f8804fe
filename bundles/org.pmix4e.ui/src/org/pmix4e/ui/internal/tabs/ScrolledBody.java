// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Layout;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Widget;

/**
 * The body of a tab, with scroll bars as soon as the dialog is too small for it. It asks the dialog for little room, because the dialog
 * cuts off a tab that asks for more than there is. Used on the thread of the user interface.
 */
final class ScrolledBody {
	private static final Point WANTED = new Point(480, 300);
	/** So much of a field tells the user where the focus is, in pixels. */
	private static final int RECOGNIZED = 100;

	private final Composite frame;
	private final ScrolledComposite scrolled;
	private final Composite content;

	ScrolledBody(Composite parent) {
		frame = new Composite(parent, SWT.NONE);
		frame.setLayout(new Layout() {
			@Override
			protected Point computeSize(Composite composite, int widthHint, int heightHint, boolean flushCache) {
				return new Point(widthHint == SWT.DEFAULT ? WANTED.x : widthHint, heightHint == SWT.DEFAULT ? WANTED.y : heightHint);
			}

			@Override
			protected void layout(Composite composite, boolean flushCache) {
				scrolled.setBounds(composite.getClientArea());
			}
		});
		scrolled = new ScrolledComposite(frame, SWT.V_SCROLL | SWT.H_SCROLL);
		scrolled.setExpandHorizontal(true);
		scrolled.setExpandVertical(true);
		scrolled.setScrollbarsMode(SWT.NONE); // bars that overlay the content are seen only under the mouse
		content = new Composite(scrolled, SWT.NONE);
		scrolled.setContent(content);
		Listener focused = event -> reveal(event.widget);
		scrolled.getDisplay().addFilter(SWT.FocusIn, focused);
		scrolled.addListener(SWT.Dispose, event -> scrolled.getDisplay().removeFilter(SWT.FocusIn, focused));
		// GTK tells the room beside a new bar only after it has arranged the bar
		scrolled.getVerticalBar().addListener(SWT.Show, shown -> scrolled.getDisplay().asyncExec(() -> {
			if (!scrolled.isDisposed()) {
				scrolled.layout();
			}
		}));
	}

	/**
	 * Scrolls to the control that has got the focus. Unlike {@link ScrolledComposite#setShowFocusedControl}, scrolls to the right only if
	 * the control is not seen otherwise: a wide field would take the place of its label.
	 */
	private void reveal(Widget focused) {
		if (focused instanceof Control control && isInside(control)) {
			Rectangle shown = scrolled.getDisplay().map(control.getParent(), content, control.getBounds());
			Rectangle room = scrolled.getClientArea();
			boolean fits = shown.x + Math.min(shown.width, RECOGNIZED) <= room.width;
			int right = Math.min(shown.x, shown.x + shown.width - room.width);
			int bottom = Math.min(shown.y, shown.y + shown.height - room.height);
			scrolled.setOrigin(fits ? 0 : right, Math.max(bottom, Math.min(shown.y, scrolled.getOrigin().y)));
		}
	}

	private boolean isInside(Control control) {
		return Stream.<Control>iterate(control.getParent(), parent -> parent != null && !(parent instanceof Shell), Control::getParent)
				.anyMatch(parent -> parent == content);
	}

	Composite control() {
		return frame;
	}

	Composite content() {
		return content;
	}

	/** Adapts the scroll bars to the content. Must be called whenever the content needs another size. */
	void measure() {
		scrolled.setMinSize(content.computeSize(SWT.DEFAULT, SWT.DEFAULT));
	}
}
