// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.console.ConsoleColorProvider;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.Bullet;
import org.eclipse.swt.custom.LineStyleEvent;
import org.eclipse.swt.custom.ST;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.GlyphMetrics;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.Contrast;

/**
 * The lines of the view, with the rank of each in a colored margin, so that copied text is the text that the rank wrote. Owned by the
 * view, on the thread of the user interface.
 */
final class OutputText {
	private static final int MARGIN_CHARACTERS = 6;

	private final StyledText text;
	private final List<OutputLine> lines = new ArrayList<>();
	private final int margin;
	private boolean follows = true;
	/** The job whose ranks are named by their numbers alone. */
	private String job = "";

	/**
	 * @param opener   opens the place that the user clicks, or that the line of the caret names when the user presses Enter
	 * @param selector receives the line that the user clicks elsewhere, or chooses with Enter if it names no place
	 * @param tip      returns the tool tip of the margin beside a line; empty for none
	 */
	OutputText(Composite parent, Consumer<SourceLink> opener, Consumer<OutputLine> selector, Function<OutputLine, String> tip) {
		text = new StyledText(parent, SWT.READ_ONLY | SWT.MULTI | SWT.H_SCROLL | SWT.V_SCROLL);
		text.setFont(JFaceResources.getTextFont());
		GC gc = new GC(text);
		gc.setFont(text.getFont());
		margin = gc.textExtent("0".repeat(MARGIN_CHARACTERS)).x;
		gc.dispose();
		text.addLineStyleListener(this::style);
		text.addListener(SWT.MouseMove, event -> showTip(event.x + text.getHorizontalPixel() < margin
				? line(text.getLineIndex(event.y)).map(tip).orElse("") : ""));
		text.addListener(SWT.MouseUp, event -> click(event, opener, selector));
		text.addListener(SWT.KeyDown, event -> press(event, opener, selector));
	}

	private void showTip(String tip) {
		if (!tip.equals(Objects.requireNonNullElse(text.getToolTipText(), ""))) {
			text.setToolTipText(tip.isEmpty() ? null : tip);
		}
	}

	StyledText control() {
		return text;
	}

	/** Names the ranks of all other jobs with the numbers of their jobs, as the console does. */
	void job(String namespace) {
		job = namespace;
	}

	/** Sets whether the last line is always shown. */
	void follow(boolean follow) {
		follows = follow;
		scroll();
	}

	/** Shows other lines. */
	void set(List<OutputLine> shown) {
		lines.clear();
		lines.addAll(shown);
		text.setText(join(shown));
		scroll();
	}

	/** Adds lines, or draws some again. If there are too many, a note replaces the first ones. */
	void add(List<OutputLine> drawn, OutputLine note) {
		List<OutputLine> more = drawn.stream().filter(line -> !drawAgain(line)).toList();
		if (more.size() >= OutputFeed.MOST_LINES) {
			List<OutputLine> last = new ArrayList<>(more);
			if (!lines.isEmpty()) {
				last.set(0, note);
			}
			set(last);
			return;
		}
		int over = lines.size() + more.size() - OutputFeed.MOST_LINES;
		if (over > 0) {
			int end = over + 1 < lines.size() ? text.getOffsetAtLine(over + 1) - 1 : text.getCharCount();
			lines.subList(0, over).clear();
			lines.set(0, note);
			text.replaceTextRange(0, end, note.text());
		}
		if (!more.isEmpty()) {
			boolean isFirst = lines.isEmpty();
			lines.addAll(more);
			text.append(isFirst ? join(more) : '\n' + join(more));
		}
		scroll();
	}

	/** Draws a line again if it is shown; returns whether it is. */
	private boolean drawAgain(OutputLine line) {
		int index = line.indexIn(lines);
		if (index >= 0) {
			int length = lines.get(index).text().length();
			lines.set(index, line);
			text.replaceTextRange(text.getOffsetAtLine(index), length, line.text());
		}
		return index >= 0;
	}

	/** Returns how many lines are shown. */
	int size() {
		return lines.size();
	}

	/** Returns a line by its index; empty behind the last one. */
	Optional<OutputLine> line(int index) {
		return index >= 0 && index < lines.size() ? Optional.of(lines.get(index)) : Optional.empty();
	}

	/** Returns the selected lines, or those of the caret, with the rank before each: {@code [3] text}. */
	String selectedWithRanks() {
		Point selection = text.getSelectionRange();
		int first = text.getLineAtOffset(selection.x);
		int last = text.getLineAtOffset(selection.x + Math.max(0, selection.y - 1));
		StringBuilder joined = new StringBuilder();
		for (OutputLine line : lines.subList(Math.min(first, lines.size()), Math.min(last + 1, lines.size()))) {
			String label = line.label(job).replaceFirst("^r", "");
			joined.append(label.isEmpty() ? "" : "[" + label + "] ").append(line.text()).append(System.lineSeparator());
		}
		return joined.toString();
	}

	private void scroll() {
		if (follows) {
			text.setTopIndex(text.getLineCount() - 1);
		}
	}

	private static String join(List<OutputLine> more) {
		return more.stream().map(OutputLine::text).collect(Collectors.joining("\n"));
	}

	private void style(LineStyleEvent event) {
		int index = text.getLineAtOffset(event.lineOffset);
		if (index >= lines.size()) {
			return;
		}
		OutputLine line = lines.get(index);
		List<StyleRange> ranges = new ArrayList<>();
		List<SourceLink> links = SourceLink.in(line.text());
		if (line.styles().isEmpty() && line.error()) {
			ranges.add(new StyleRange(event.lineOffset, line.text().length(), errorColor(), null));
		}
		for (AnsiStyle style : line.styles()) {
			ranges.add(range(style, event.lineOffset));
		}
		for (SourceLink link : links) {
			int begin = event.lineOffset + link.start();
			ranges = cut(ranges, begin, begin + link.length());
			StyleRange range = new StyleRange(begin, link.length(), linkColor(), null);
			range.underline = true;
			range.underlineStyle = SWT.UNDERLINE_LINK;
			ranges.add(range);
		}
		ranges.sort(Comparator.comparingInt(range -> range.start));
		event.styles = ranges.toArray(StyleRange[]::new);
		StyleRange label = new StyleRange();
		label.metrics = new GlyphMetrics(0, 0, margin);
		label.foreground = text.getForeground();
		label.background = line.rank() < 0 || usesSystemColors() ? null
				: new Color(PmixColor.ofRank(line.rank(), text.getBackground().getRGB()));
		event.bullet = new Bullet(ST.BULLET_TEXT, label);
		event.bullet.text = line.label(job);
		event.bulletIndex = index;
	}

	/** Returns the ranges without a part of the text; they keep what is before and behind it. */
	private static List<StyleRange> cut(List<StyleRange> ranges, int begin, int end) {
		List<StyleRange> rest = new ArrayList<>();
		for (StyleRange range : ranges) {
			addPart(rest, range, range.start, Math.min(range.start + range.length, begin));
			addPart(rest, range, Math.max(range.start, end), range.start + range.length);
		}
		return rest;
	}

	private static void addPart(List<StyleRange> parts, StyleRange whole, int begin, int end) {
		if (begin < end) {
			StyleRange part = (StyleRange) whole.clone();
			part.start = begin;
			part.length = end - begin;
			parts.add(part);
		}
	}

	private boolean usesSystemColors() {
		return text.getDisplay().getHighContrast();
	}

	private @Nullable Color errorColor() {
		return readable(new ConsoleColorProvider().getColor(IDebugUIConstants.ID_STANDARD_ERROR_STREAM).getRGB());
	}

	private @Nullable Color linkColor() {
		return readable(text.getDisplay().getSystemColor(SWT.COLOR_LINK_FOREGROUND).getRGB());
	}

	/** Returns a color that can be read on the background; null for that of the system. */
	private @Nullable Color readable(RGB chosen) {
		return usesSystemColors() ? null : new Color(Contrast.readable(chosen, text.getBackground().getRGB()));
	}

	/** Shows a style with its colors, as far as the text remains readable. */
	private StyleRange range(AnsiStyle style, int offset) {
		StyleRange range = new StyleRange(offset + style.start(), style.length(), null, null);
		if (!usesSystemColors()) {
			RGB background = rgb(style.background(), text.getBackground());
			range.background = style.background() < 0 ? null : new Color(background);
			range.foreground = new Color(Contrast.readable(rgb(style.foreground(), text.getForeground()), background));
		}
		range.fontStyle = style.bold() ? SWT.BOLD : SWT.NORMAL;
		range.underline = style.underline();
		return range;
	}

	private static RGB rgb(int value, Color otherwise) {
		return value < 0 ? otherwise.getRGB() : new RGB(value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff);
	}

	private void click(Event event, Consumer<SourceLink> opener, Consumer<OutputLine> selector) {
		int index = text.getLineIndex(event.y);
		if (event.button != 1 || text.getSelectionCount() > 0 || index >= lines.size()) {
			return;
		}
		OutputLine line = lines.get(index);
		linkAtCaret(index).ifPresentOrElse(opener, () -> selector.accept(line));
	}

	private void press(Event event, Consumer<SourceLink> opener, Consumer<OutputLine> selector) {
		int index = text.getLineAtOffset(text.getCaretOffset());
		if (event.keyCode != SWT.CR && event.keyCode != SWT.KEYPAD_CR || event.stateMask != 0 || index >= lines.size()) {
			return;
		}
		OutputLine line = lines.get(index);
		linkAtCaret(index).or(() -> SourceLink.in(line.text()).stream().findFirst()).ifPresentOrElse(opener, () -> selector.accept(line));
	}

	private Optional<SourceLink> linkAtCaret(int index) {
		int column = text.getCaretOffset() - text.getOffsetAtLine(index);
		return SourceLink.in(lines.get(index).text()).stream()
				.filter(found -> column >= found.start() && column <= found.start() + found.length()).findFirst();
	}
}
