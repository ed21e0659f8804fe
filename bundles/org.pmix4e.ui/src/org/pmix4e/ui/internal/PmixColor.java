// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.viewers.StyledString.Styler;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.TextStyle;
import org.eclipse.swt.widgets.Display;

/**
 * The colors of this plug-in, which themes and the user can change. While the system has a theme of high contrast, its colors replace them.
 * Used on the thread of the user interface. The ids must not change, because preferences of users refer to them.
 */
public enum PmixColor {
	/** The background of the message of a failure. */
	FAILURE_BACKGROUND("failureBackground", SWT.COLOR_LIST_BACKGROUND),
	/** The text of the message of a failure. */
	FAILURE_FOREGROUND("failureForeground", SWT.COLOR_LIST_FOREGROUND),
	/** The background of the label of the current rank in an editor. */
	CURRENT_BACKGROUND("currentBackground", SWT.COLOR_LIST_FOREGROUND),
	/** The text of that label. */
	CURRENT_FOREGROUND("currentForeground", SWT.COLOR_LIST_BACKGROUND),
	/** The state of failed ranks. */
	FAILED("failedText", SWT.COLOR_LIST_FOREGROUND),
	/** The state of ended jobs and ranks. */
	ENDED("endedText", SWT.COLOR_LIST_FOREGROUND),
	/** Details behind a name. */
	DETAIL("detailText", SWT.COLOR_LIST_FOREGROUND),
	/** Ranks that run, on the map. */
	MAP_ACTIVE("mapActive", SWT.COLOR_LIST_BACKGROUND),
	/** Ranks that start or are suspended, on the map. */
	MAP_WAITING("mapWaiting", SWT.COLOR_LIST_BACKGROUND),
	/** Ranks that have ended, on the map. */
	MAP_ENDED("mapEnded", SWT.COLOR_LIST_BACKGROUND),
	/** Ranks that were terminated, on the map. */
	MAP_KILLED("mapKilled", SWT.COLOR_LIST_BACKGROUND),
	/** Ranks that have failed, on the map. */
	MAP_FAILED("mapFailed", SWT.COLOR_LIST_BACKGROUND);

	private static final int HUES = 12;
	/** Neighboring ranks differ most if their hues are far apart. */
	private static final int HUE_STEP = 5;
	private static final int DEGREES = 360;
	private static final int DARK = 3 * 128;

	private final String id;
	private final int system;

	PmixColor(String name, int system) {
		id = PmixUi.BUNDLE + '.' + name;
		this.system = system;
	}

	/** @return its id in themes */
	public String id() {
		return id;
	}

	/** @return the color now; not to be disposed */
	public Color get() {
		Display display = Display.getCurrent();
		return display.getHighContrast() ? display.getSystemColor(system) : JFaceResources.getColorRegistry().get(id);
	}

	/**
	 * Chooses the color of a rank in a margin, one of twelve. Needs no display.
	 *
	 * @param rank       its number
	 * @param background the background of the theme
	 * @return the background of the number of the rank, on which the usual text color of the theme is readable
	 */
	public static RGB ofRank(int rank, RGB background) {
		boolean dark = background.red + background.green + background.blue < DARK;
		float hue = (float) (rank * HUE_STEP % HUES) * DEGREES / HUES;
		return dark ? new RGB(hue, 0.55f, 0.33f) : new RGB(hue, 0.30f, 0.95f);
	}

	/** @return the style of a text with this color */
	public Styler styler() {
		return new Styler() {
			@Override
			public void applyStyles(TextStyle style) {
				style.foreground = get();
			}
		};
	}
}
