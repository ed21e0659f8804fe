// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.DrawnItems;
import org.pmix4e.ui.internal.FocusFrame;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.events.Ruler.Tick;
import org.pmix4e.ui.internal.events.TimeLine.Kind;
import org.pmix4e.ui.internal.events.TimeLine.Span;

/**
 * The picture of a time line: a lane for the job and one for each rank, the whole time across the width. States are bars, waits are lower
 * bars inside them, moments are strokes, and a ruler above names times since the start. Arrow keys, Home and End walk the lanes. Owned by
 * the view, on the thread of the user interface.
 */
final class LaneCanvas {
	private static final int LANE = 22;
	private static final int LABEL = 52;
	private static final int LEAST = 2;
	private static final int INSET = 6;
	private static final int NONE = -2;
	/** The room of a tick's text on the ruler, in pixels. */
	private static final int TICK = 80;

	private final Composite page;
	private final Canvas ruler;
	private final ScrolledComposite scroll;
	private final Canvas canvas;
	private final DrawnItems items;
	private Map<Integer, List<Span>> lanes = Map.of();
	private TimeLine line;
	private int ranks;
	private int selected = NONE;

	/**
	 * @param empty    shown first
	 * @param selector receives the rank that the user chooses
	 * @param opener   shows the output of the selected rank
	 */
	LaneCanvas(Composite parent, TimeLine empty, IntConsumer selector, Runnable opener) {
		line = empty;
		page = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(page);
		ruler = new Canvas(page, SWT.DOUBLE_BUFFERED | SWT.NO_FOCUS);
		GridDataFactory.fillDefaults().grab(true, false).hint(SWT.DEFAULT, LANE).applyTo(ruler);
		ruler.addListener(SWT.Paint, event -> paintRuler(event.gc));
		AccessibleNames.set(ruler, Messages.events_ruler);
		scroll = new ScrolledComposite(page, SWT.V_SCROLL);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(scroll);
		canvas = new Canvas(scroll, SWT.DOUBLE_BUFFERED);
		scroll.setContent(canvas);
		scroll.setExpandHorizontal(true);
		scroll.setExpandVertical(true);
		scroll.getVerticalBar().setIncrement(LANE);
		canvas.addListener(SWT.Paint, event -> paint(event.gc));
		canvas.addListener(SWT.MouseDown, event -> {
			canvas.setFocus();
			choose(event.y / LANE - 1, selector);
		});
		canvas.addListener(SWT.MouseDoubleClick, event -> opener.run());
		canvas.addListener(SWT.MouseMove, event -> canvas.setToolTipText(at(event.x, event.y).map(this::tip).orElse(null)));
		canvas.addListener(SWT.FocusIn, event -> canvas.redraw());
		canvas.addListener(SWT.FocusOut, event -> canvas.redraw());
		canvas.addListener(SWT.KeyDown, event -> {
			switch (event.keyCode) {
				case SWT.ARROW_UP -> choose(selected - 1, selector);
				case SWT.ARROW_DOWN -> choose(Math.max(-1, selected) + 1, selector);
				case SWT.HOME -> choose(0, selector);
				case SWT.END -> choose(ranks - 1, selector);
				case SWT.CR, SWT.KEYPAD_CR -> opener.run();
				default -> { }
			}
		});
		canvas.addListener(SWT.Traverse,
				event -> event.doit = event.detail == SWT.TRAVERSE_TAB_NEXT || event.detail == SWT.TRAVERSE_TAB_PREVIOUS);
		AccessibleNames.set(canvas, Messages.events_accessible);
		items = new DrawnItems(canvas, this::items);
	}

	Composite control() {
		return page;
	}

	Canvas canvas() {
		return canvas;
	}

	void show(TimeLine shown, int count) {
		line = shown;
		ranks = count;
		lanes = new HashMap<>();
		shown.spans().forEach(span -> lanes.computeIfAbsent(span.rank(), rank -> new ArrayList<>()).add(span));
		scroll.setMinSize(SWT.DEFAULT, (count + 1) * LANE);
		canvas.redraw();
		ruler.redraw();
	}

	/** Returns the ticks for the present width, which the lanes share with the ruler above them. */
	private List<Tick> ticks() {
		int width = canvas.getClientArea().width - LABEL - INSET;
		return Ruler.of(Duration.between(line.begin(), line.end()), Math.max(1, width / TICK)).ticks();
	}

	private void paintRuler(GC gc) {
		gc.setForeground(ruler.getForeground());
		int height = ruler.getClientArea().height;
		gc.drawLine(LABEL, height - 1, ruler.getClientArea().width, height - 1);
		for (Tick tick : ticks()) {
			int x = x(tick.after());
			gc.drawLine(x, height - INSET, x, height - 1);
			gc.drawText(tick.text(), x + 3, 0, SWT.DRAW_TRANSPARENT);
		}
	}

	/** Marks the lane of a rank, or none. */
	void select(Optional<RankElement> chosen) {
		int rank = chosen.map(RankElement::rank).orElse(NONE);
		selected = rank;
		int y = (rank + 1) * LANE;
		int top = scroll.getOrigin().y;
		if (y < top || y + LANE > top + scroll.getClientArea().height) {
			scroll.setOrigin(0, Math.max(0, y - scroll.getClientArea().height / 2));
		}
		canvas.redraw();
		items.selectionChanged();
	}

	/** Describes each lane by the last thing that happened there. */
	private List<DrawnItems.Item> items() {
		return IntStream.range(-1, ranks).mapToObj(rank -> {
			String lane = rank < 0 ? Messages.events_job : NLS.bind(Messages.events_accessible_rank, rank);
			List<Span> spans = lanes.getOrDefault(rank, List.of());
			String text = spans.isEmpty() ? lane : tip(lane, spans.getLast());
			return new DrawnItems.Item(text, new Rectangle(0, (rank + 1) * LANE, canvas.getClientArea().width, LANE), rank == selected);
		}).toList();
	}

	private void choose(int rank, IntConsumer selector) {
		if (rank >= 0 && rank < ranks) {
			selector.accept(rank);
		}
	}

	private Optional<Span> at(int x, int y) {
		return lanes.getOrDefault(y / LANE - 1, List.of()).stream().filter(span -> area(span).contains(x, y))
				.reduce((outer, inner) -> inner);
	}

	private String tip(Span span) {
		return tip(span.rank() < 0 ? Messages.events_job : NLS.bind(Messages.events_rank, span.rank()), span);
	}

	private String tip(String lane, Span span) {
		String after = millis(Duration.between(line.begin(), span.from()));
		return NLS.bind(Messages.events_tip, new Object[] { lane, span.name(), after, millis(span.duration()) });
	}

	private static String millis(Duration duration) {
		return NLS.bind(Messages.events_millis, duration.toNanos() / 100_000 / 10.0);
	}

	private Rectangle area(Span span) {
		int from = x(Duration.between(line.begin(), span.from()));
		int to = x(Duration.between(line.begin(), span.to()));
		int inset = span.kind() == Kind.WAIT ? INSET : 2;
		return new Rectangle(from, (span.rank() + 1) * LANE + inset, Math.max(LEAST, to - from), LANE - 2 * inset);
	}

	private int x(Duration since) {
		long whole = Math.max(1, Duration.between(line.begin(), line.end()).toNanos());
		return LABEL + (int) ((canvas.getClientArea().width - LABEL - INSET) * (double) since.toNanos() / whole);
	}

	private void paint(GC gc) {
		Display display = canvas.getDisplay();
		Rectangle clip = gc.getClipping();
		gc.setForeground(display.getSystemColor(SWT.COLOR_WIDGET_NORMAL_SHADOW));
		ticks().forEach(tick -> gc.drawLine(x(tick.after()), clip.y, x(tick.after()), clip.y + clip.height));
		for (int rank = Math.max(-1, clip.y / LANE - 1); rank < ranks && (rank + 1) * LANE < clip.y + clip.height; rank++) {
			int y = (rank + 1) * LANE;
			if (rank == selected) {
				gc.setBackground(display.getSystemColor(SWT.COLOR_LIST_SELECTION));
				gc.fillRectangle(0, y, LABEL - 4, LANE);
			}
			gc.setForeground(display.getSystemColor(rank == selected ? SWT.COLOR_LIST_SELECTION_TEXT : SWT.COLOR_LIST_FOREGROUND));
			gc.drawText(rank < 0 ? Messages.events_job : NLS.bind(Messages.events_rank, rank), 4, y + 2, SWT.DRAW_TRANSPARENT);
			gc.setForeground(display.getSystemColor(SWT.COLOR_LIST_FOREGROUND));
			List<Span> spans = lanes.getOrDefault(rank, List.of());
			for (int i = 0; i < spans.size(); i++) {
				paint(gc, spans.get(i));
				if (spans.get(i).kind() == Kind.STATE) {
					name(gc, spans.get(i), i + 1 < spans.size() ? area(spans.get(i + 1)).x : Integer.MAX_VALUE);
				}
			}
		}
		if (canvas.isFocusControl()) {
			FocusFrame.draw(gc, canvas, selected == NONE ? canvas.getClientArea()
					: new Rectangle(0, (selected + 1) * LANE, canvas.getClientArea().width, LANE));
		}
	}

	private void paint(GC gc, Span span) {
		Rectangle area = area(span);
		if (span.kind() == Kind.MOMENT) {
			gc.drawLine(area.x, area.y, area.x, area.y + area.height);
			return;
		}
		gc.setBackground(color(span).get());
		gc.fillRectangle(area);
		gc.drawRectangle(area.x, area.y, area.width - 1, area.height - 1);
	}

	/** Writes the name into a bar if it fits there beside what is drawn over the bar from a place on. */
	private void name(GC gc, Span span, int next) {
		Rectangle area = area(span);
		if (gc.textExtent(span.name()).x + INSET < Math.min(area.width, next - area.x)) {
			gc.drawText(span.name(), area.x + 3, area.y, SWT.DRAW_TRANSPARENT);
		}
	}

	private static PmixColor color(Span span) {
		String name = span.name();
		if (span.kind() == Kind.WAIT) {
			return PmixColor.MAP_WAITING;
		}
		if (name.contains("abort") || name.contains("fail") || name.contains("non zero") || name.contains("wo sync")) {
			return PmixColor.MAP_FAILED;
		}
		if (name.startsWith("killed")) {
			return PmixColor.MAP_KILLED;
		}
		return name.startsWith("term") || name.startsWith("noti") || name.startsWith("waitpid") || name.startsWith("iof")
				? PmixColor.MAP_ENDED
				: PmixColor.MAP_ACTIVE;
	}
}
