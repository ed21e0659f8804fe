// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.swt.graphics.RGB;

/**
 * The contrast of colors. Stateless; needs no display.
 *
 * @see "Web Content Accessibility Guidelines 2.2, 1.4.3 Contrast (Minimum), relative luminance and contrast ratio"
 */
public final class Contrast {
	/** The least ratio of a text and its background that is readable for most people. */
	public static final double LEAST = 4.5;
	private static final RGB BLACK = new RGB(0, 0, 0);
	private static final RGB WHITE = new RGB(255, 255, 255);
	private static final int STEPS = 32;

	private Contrast() {
	}

	/**
	 * @param one   a color
	 * @param other another color
	 * @return their contrast ratio, from 1 to 21
	 */
	public static double ratio(RGB one, RGB other) {
		double first = luminance(one);
		double second = luminance(other);
		return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
	}

	/**
	 * @param text       the color of a text
	 * @param background its background
	 * @return that color if it is readable there, otherwise the nearest one between it and black or white that is
	 */
	public static RGB readable(RGB text, RGB background) {
		RGB end = ratio(BLACK, background) > ratio(WHITE, background) ? BLACK : WHITE;
		for (int step = 0; step < STEPS; step++) {
			RGB mixed = mix(text, end, step);
			if (ratio(mixed, background) >= LEAST) {
				return mixed;
			}
		}
		return end;
	}

	private static RGB mix(RGB from, RGB to, int step) {
		return new RGB(mix(from.red, to.red, step), mix(from.green, to.green, step), mix(from.blue, to.blue, step));
	}

	private static int mix(int from, int to, int step) {
		return from + (to - from) * step / STEPS;
	}

	private static double luminance(RGB color) {
		return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
	}

	private static double linear(int channel) {
		double value = channel / 255.0;
		return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
	}
}
