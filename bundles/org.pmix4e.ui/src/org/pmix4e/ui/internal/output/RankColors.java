// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import org.eclipse.swt.graphics.RGB;

/** The colors of ranks in the margin: twelve hues that suit the background of the theme. Stateless. */
public final class RankColors {
	private static final int COUNT = 12;
	/** Neighboring ranks differ most if their hues are far apart. */
	private static final int STEP = 5;
	private static final int DEGREES = 360;
	private static final int DARK = 3 * 128;

	private RankColors() {
	}

	/**
	 * @param rank       its number
	 * @param background the background of the theme
	 * @return the background of the number of the rank, on which the usual text color of the theme is readable
	 */
	public static RGB of(int rank, RGB background) {
		boolean dark = background.red + background.green + background.blue < DARK;
		float hue = (float) (rank * STEP % COUNT) * DEGREES / COUNT;
		return dark ? new RGB(hue, 0.55f, 0.33f) : new RGB(hue, 0.30f, 0.95f);
	}
}
