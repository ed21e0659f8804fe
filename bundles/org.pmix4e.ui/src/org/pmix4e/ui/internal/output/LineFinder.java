// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.jface.text.IFindReplaceTarget;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Point;

/** Finds text in the lines of the view for the dialog Find/Replace. Owned by the view, on the thread of the user interface. */
final class LineFinder implements IFindReplaceTarget {
	private final StyledText text;

	LineFinder(StyledText text) {
		this.text = text;
	}

	@Override
	public boolean canPerformFind() {
		return text.getCharCount() > 0;
	}

	@Override
	public int findAndSelect(int offset, String wanted, boolean forward, boolean caseSensitive, boolean wholeWord) {
		String quoted = Pattern.quote(wanted);
		Pattern pattern = Pattern.compile(wholeWord ? "\\b" + quoted + "\\b" : quoted,
				caseSensitive ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
		Matcher matcher = pattern.matcher(text.getText());
		int found = -1;
		if (forward) {
			found = matcher.find(Math.clamp(offset, 0, text.getCharCount())) ? matcher.start() : -1;
		} else {
			// the last one that begins at or before the offset; the dialog passes -1 for the whole text
			int limit = offset < 0 ? text.getCharCount() : offset;
			while (matcher.find() && matcher.start() <= limit) {
				found = matcher.start();
			}
		}
		if (found >= 0) {
			text.setSelection(found, found + wanted.length());
			text.showSelection();
		}
		return found;
	}

	@Override
	public Point getSelection() {
		return text.getSelectionRange();
	}

	@Override
	public String getSelectionText() {
		return text.getSelectionText();
	}

	@Override
	public boolean isEditable() {
		return false;
	}

	@Override
	public void replaceSelection(String replacement) {
		throw new UnsupportedOperationException("output cannot be changed");
	}
}
