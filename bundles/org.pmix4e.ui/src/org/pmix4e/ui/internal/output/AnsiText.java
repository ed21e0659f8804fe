// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Removes escape sequences from the lines of one stream and turns colors and emphasis into styles, which last until they are changed.
 * Used by one thread at a time.
 *
 * @see "ECMA-48, Select Graphic Rendition"
 */
public final class AnsiText {
	private static final char ESCAPE = 0x1b;
	private static final int NONE = -1;
	private static final int[] PALETTE = { 0x000000, 0xc62828, 0x2e7d32, 0xb07d00, 0x1565c0, 0x8e24aa, 0x00838f, 0xbdbdbd, 0x757575, 0xef5350,
			0x66bb6a, 0xffca28, 0x42a5f5, 0xba68c8, 0x26c6da, 0xffffff };
	private static final int CUBE = 16;
	private static final int GRAYS = 232;

	private int foreground = NONE;
	private int background = NONE;
	private boolean bold;
	private boolean underline;
	private final List<AnsiStyle> styles = new ArrayList<>();
	private final StringBuilder plain = new StringBuilder();
	private int styleStart;

	/** Begins without styles. */
	public AnsiText() {
	}

	/** Returns another one that begins with the present style. */
	AnsiText copy() {
		AnsiText copy = new AnsiText();
		copy.foreground = foreground;
		copy.background = background;
		copy.bold = bold;
		copy.underline = underline;
		return copy;
	}

	/**
	 * @param namespace the job that wrote the line
	 * @param rank      the rank that wrote it
	 * @param error     whether it came from standard error
	 * @param raw       the line without its end
	 * @return the line with its styles
	 */
	public OutputLine line(String namespace, int rank, boolean error, String raw) {
		plain.setLength(0);
		styles.clear();
		styleStart = 0;
		int at = 0;
		while (at < raw.length()) {
			char next = raw.charAt(at);
			if (next == ESCAPE && at + 1 < raw.length() && raw.charAt(at + 1) == '[') {
				int end = at + 2;
				while (end < raw.length() && (raw.charAt(end) < '@' || raw.charAt(end) > '~')) {
					end++;
				}
				if (end < raw.length() && raw.charAt(end) == 'm') {
					endStyle();
					apply(raw.substring(at + 2, end));
				}
				at = Math.min(end + 1, raw.length());
			} else {
				if (next >= ' ' || next == '\t') {
					plain.append(next);
				}
				at++;
			}
		}
		endStyle();
		return new OutputLine(namespace, rank, error, plain.toString(), List.copyOf(styles));
	}

	private void endStyle() {
		int length = plain.length() - styleStart;
		if (length > 0 && (foreground != NONE || background != NONE || bold || underline)) {
			styles.add(new AnsiStyle(styleStart, length, foreground, background, bold, underline));
		}
		styleStart = plain.length();
	}

	private void apply(String parameters) {
		String[] codes = parameters.split("[;:]", -1);
		for (int i = 0; i < codes.length; i++) {
			int code = number(codes[i]);
			if (code == 38 || code == 48) {
				int mode = i + 1 < codes.length ? number(codes[i + 1]) : 0;
				int color = mode == 5 && i + 2 < codes.length ? indexed(number(codes[i + 2]))
						: mode == 2 && i + 4 < codes.length ? rgb(number(codes[i + 2]), number(codes[i + 3]), number(codes[i + 4])) : NONE;
				i += mode == 5 ? 2 : mode == 2 ? 4 : 0;
				if (code == 38) {
					foreground = color;
				} else {
					background = color;
				}
			} else {
				apply(code);
			}
		}
	}

	private void apply(int code) {
		switch (code) {
			case 0 -> {
				foreground = NONE;
				background = NONE;
				bold = false;
				underline = false;
			}
			case 1 -> bold = true;
			case 22 -> bold = false;
			case 4 -> underline = true;
			case 24 -> underline = false;
			case 39 -> foreground = NONE;
			case 49 -> background = NONE;
			default -> {
				if (code >= 30 && code <= 37) {
					foreground = PALETTE[code - 30];
				} else if (code >= 40 && code <= 47) {
					background = PALETTE[code - 40];
				} else if (code >= 90 && code <= 97) {
					foreground = PALETTE[code - 82];
				} else if (code >= 100 && code <= 107) {
					background = PALETTE[code - 92];
				}
			}
		}
	}

	private static int indexed(int index) {
		if (index < CUBE) {
			return PALETTE[Math.max(0, index)];
		}
		if (index >= GRAYS) {
			int gray = 8 + 10 * (Math.min(index, 255) - GRAYS);
			return rgb(gray, gray, gray);
		}
		int cube = index - CUBE;
		return rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
	}

	private static int level(int step) {
		return step == 0 ? 0 : 55 + 40 * step;
	}

	private static int rgb(int red, int green, int blue) {
		return (red & 0xff) << 16 | (green & 0xff) << 8 | blue & 0xff;
	}

	private static int number(String text) {
		try {
			return text.isEmpty() ? 0 : Integer.parseInt(text);
		} catch (NumberFormatException e) {
			return NONE;
		}
	}
}
