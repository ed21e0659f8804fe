// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Layout;

/**
 * The body of a tab, with scroll bars as soon as the dialog is too small for it. It asks the dialog for little room, because the dialog
 * cuts off a tab that asks for more than there is. Used on the thread of the user interface.
 */
final class ScrolledBody {
	private static final Point WANTED = new Point(480, 300);

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
		scrolled.setShowFocusedControl(true);
		scrolled.setScrollbarsMode(SWT.NONE); // bars that overlay the content are seen only under the mouse
		content = new Composite(scrolled, SWT.NONE);
		scrolled.setContent(content);
		// GTK tells the room beside a new bar only after it has arranged the bar
		scrolled.getVerticalBar().addListener(SWT.Show, shown -> scrolled.getDisplay().asyncExec(() -> {
			if (!scrolled.isDisposed()) {
				scrolled.layout();
			}
		}));
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
