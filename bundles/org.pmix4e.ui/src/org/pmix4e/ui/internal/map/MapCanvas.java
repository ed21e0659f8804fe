// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.DrawnItems;
import org.pmix4e.ui.internal.FocusFrame;
import org.pmix4e.ui.internal.Messages;

/**
 * The picture of the map. The processors of the selected ranks are underlined; a piece that ranks may not use is dashed. Arrow keys, Home
 * and End walk, digits go to a rank, F goes to the next failed rank, Enter shows the output. Shift with these or with a click, and Ctrl
 * with a click, select several. Owned by the view, on the thread of the user interface.
 */
final class MapCanvas {
	private static final int DIGITS_MILLIS = 1000;
	private static final int MARK = 3;

	private final ScrolledComposite scroll;
	private final Canvas canvas;
	private final DrawnItems items;
	private final Consumer<Set<RankElement>> selector;
	private final Runnable opener;
	private List<MapNode> nodes = List.of();
	private MapLayout layout = MapLayout.of(List.of(), 0);
	private Set<RankElement> selected = Set.of();
	/** The processors that the selected ranks are bound to, by the name of their node. */
	private final Map<String, BitSet> bound = new HashMap<>();
	private String typed = "";
	private int typedAt;

	/**
	 * @param selector selects the ranks that the user chooses
	 * @param opener   shows the output of the selected ranks
	 */
	MapCanvas(Composite parent, Consumer<Set<RankElement>> selector, Runnable opener) {
		this.selector = selector;
		this.opener = opener;
		scroll = new ScrolledComposite(parent, SWT.H_SCROLL | SWT.V_SCROLL);
		canvas = new Canvas(scroll, SWT.DOUBLE_BUFFERED);
		scroll.setContent(canvas);
		scroll.setExpandHorizontal(true);
		scroll.setExpandVertical(true);
		scroll.getVerticalBar().setIncrement(MapLayout.SQUARE);
		scroll.addListener(SWT.Resize, event -> arrange());
		canvas.addListener(SWT.Paint, event -> paint(event.gc));
		canvas.addListener(SWT.MouseDown, this::mouseDown);
		canvas.addListener(SWT.MouseDoubleClick, event -> layout.at(event.x, event.y).ifPresent(square -> opener.run()));
		canvas.addListener(SWT.MouseMove, this::hover);
		canvas.addListener(SWT.KeyDown, this::key);
		canvas.addListener(SWT.Traverse, event -> event.doit = event.detail == SWT.TRAVERSE_TAB_NEXT
				|| event.detail == SWT.TRAVERSE_TAB_PREVIOUS);
		canvas.addListener(SWT.FocusIn, event -> canvas.redraw());
		canvas.addListener(SWT.FocusOut, event -> canvas.redraw());
		AccessibleNames.set(canvas, Messages.map_accessible);
		items = new DrawnItems(canvas, this::items);
	}

	ScrolledComposite control() {
		return scroll;
	}

	Canvas canvas() {
		return canvas;
	}

	MapLayout layout() {
		return layout;
	}

	/** Shows the ranks of these nodes. */
	void show(List<MapNode> shown) {
		nodes = shown;
		arrange();
	}

	private void arrange() {
		layout = MapLayout.of(nodes, Math.max(1, scroll.getClientArea().width));
		scroll.setMinSize(layout.size());
		revealSelected();
		canvas.redraw();
	}

	/** Redraws the states. */
	void update() {
		canvas.redraw();
	}

	/** Marks ranks as selected and scrolls to the last. */
	void select(Set<RankElement> ranks) {
		selected = ranks;
		bound.clear();
		ranks.forEach(rank -> bound.computeIfAbsent(rank.node().orElse(""), node -> new BitSet()).or(rank.processors()));
		revealSelected();
		canvas.redraw();
		items.selectionChanged();
	}

	/** Scrolls to the rank that was selected last, at which keys go on, unless it is hidden. */
	private void revealSelected() {
		current().ifPresent(square -> reveal(square.area()));
	}

	private void reveal(Rectangle area) {
		Point origin = scroll.getOrigin();
		Rectangle seen = scroll.getClientArea();
		boolean isInWidth = area.x >= origin.x && area.x + area.width <= origin.x + seen.width;
		boolean isInHeight = area.y >= origin.y && area.y + area.height <= origin.y + seen.height;
		if (!isInWidth || !isInHeight) {
			scroll.setOrigin(isInWidth ? origin.x : Math.max(0, area.x - seen.width / 2),
					isInHeight ? origin.y : Math.max(0, area.y - seen.height / 2));
		}
	}

	/** Describes the ranks or, of a large job, the pieces of hardware with the numbers of their ranks. */
	private List<DrawnItems.Item> items() {
		if (!layout.squares().isEmpty()) {
			return layout.squares().stream()
					.map(square -> new DrawnItems.Item(RankText.tip(square.rank()), square.area(), selected.contains(square.rank()))).toList();
		}
		return layout.pieces().stream().filter(piece -> !piece.counted().isEmpty())
				.map(piece -> new DrawnItems.Item(tip(piece), piece.area(), piece.counted().stream().anyMatch(selected::contains))).toList();
	}

	private void mouseDown(Event event) {
		canvas.setFocus();
		Optional<RankElement> hit = layout.at(event.x, event.y).map(MapLayout.Square::rank);
		if (hit.isPresent() && (event.button == 1 || !selected.contains(hit.get()))) {
			selector.accept(MapChoice.click(ranks(), selected, hit.get(), event.stateMask));
		}
	}

	private void choose(RankElement rank) {
		selector.accept(Set.of(rank));
	}

	private void hover(Event event) {
		Optional<String> rank = layout.at(event.x, event.y).map(square -> RankText.tip(square.rank()));
		String tip = rank.or(() -> layout.pieceAt(event.x, event.y).map(MapCanvas::tip)).orElse(null);
		if (!Objects.equals(tip, canvas.getToolTipText())) {
			canvas.setToolTipText(tip);
		}
	}

	private static String tip(MapLayout.Piece piece) {
		String title = piece.usable() ? piece.title() : NLS.bind(Messages.map_notUsable, piece.title());
		return piece.counted().isEmpty() ? title : NLS.bind(Messages.map_title, title, RankText.counts(piece.counted()));
	}

	private void key(Event event) {
		switch (event.keyCode) {
			case SWT.ARROW_LEFT -> walk(-1, 0, event.stateMask);
			case SWT.ARROW_RIGHT -> walk(1, 0, event.stateMask);
			case SWT.ARROW_UP -> walk(0, -1, event.stateMask);
			case SWT.ARROW_DOWN -> walk(0, 1, event.stateMask);
			case SWT.HOME -> layout.squares().stream().findFirst().ifPresent(first -> walkTo(first, event.stateMask));
			case SWT.END -> layout.squares().stream().reduce((one, next) -> next).ifPresent(last -> walkTo(last, event.stateMask));
			case SWT.CR, SWT.KEYPAD_CR -> opener.run();
			default -> type(event);
		}
	}

	private void walk(int dx, int dy, int mask) {
		Optional<MapLayout.Square> from = current();
		Optional<MapLayout.Square> to = from.isEmpty() ? layout.squares().stream().findFirst() : layout.next(from.get(), dx, dy);
		to.ifPresent(square -> walkTo(square, mask));
	}

	/** Selects the rank that a key leads to or, with Shift, those from the first selected one to it. */
	private void walkTo(MapLayout.Square square, int mask) {
		selector.accept(MapChoice.click(ranks(), selected, square.rank(), mask & SWT.MOD2));
	}

	/** Returns the square that the keys leave: that of the rank that was selected last. Empty if none is selected or the job is large. */
	private Optional<MapLayout.Square> current() {
		Optional<RankElement> last = selected.stream().reduce((one, next) -> next);
		return layout.squares().stream().filter(square -> last.filter(square.rank()::equals).isPresent()).findFirst();
	}

	private void type(Event event) {
		if (Character.isDigit(event.character)) {
			String digit = Character.toString(event.character);
			String number = event.time - typedAt < DIGITS_MILLIS ? typed + digit : digit;
			// a digit that continues no rank begins another one
			typed = ranks().stream().anyMatch(rank -> rank.name().startsWith(number)) ? number : digit;
			typedAt = event.time;
			ranks().stream().filter(rank -> rank.name().equals(typed)).findFirst().ifPresent(this::choose);
		} else if (event.character == 'f' || event.character == 'F') {
			List<RankElement> failed = ranks().stream().filter(rank -> rank.state() == ElementState.FAILED).toList();
			int now = selected.isEmpty() ? -1 : failed.indexOf(selected.iterator().next());
			if (!failed.isEmpty()) {
				choose(failed.get((now + 1) % failed.size()));
			}
		}
	}

	private List<RankElement> ranks() {
		return nodes.stream().flatMap(node -> node.ranks().stream()).toList();
	}

	private void paint(GC gc) {
		Display display = canvas.getDisplay();
		gc.setAntialias(SWT.ON);
		Rectangle clip = gc.getClipping();
		for (MapLayout.Piece piece : layout.pieces()) {
			if (piece.area().intersects(clip)) {
				paint(gc, piece, clip);
			}
		}
		for (MapLayout.Square square : layout.squares()) {
			if (square.area().intersects(clip)) {
				StateMark mark = StateMark.of(square.rank());
				boolean isSelected = selected.contains(square.rank());
				gc.setBackground(mark.color().get());
				gc.setForeground(display.getSystemColor(isSelected ? SWT.COLOR_LIST_SELECTION : SWT.COLOR_LIST_FOREGROUND));
				gc.setLineWidth(isSelected ? MARK : 1);
				mark.draw(gc, square.area());
				gc.setLineWidth(1);
				gc.setForeground(display.getSystemColor(SWT.COLOR_LIST_FOREGROUND));
				int middle = square.area().x + square.area().width / 2;
				center(gc, square.rank().name(), middle, square.area().y);
				center(gc, mark.letter(), middle, square.area().y + square.area().height / 2 - 1);
			}
		}
		if (canvas.isFocusControl()) {
			FocusFrame.draw(gc, canvas, current().map(square -> FocusFrame.around(square.area())).orElse(canvas.getClientArea()));
		}
	}

	private static void center(GC gc, String text, int x, int y) {
		gc.drawText(text, x - gc.textExtent(text).x / 2, y, SWT.DRAW_TRANSPARENT);
	}

	/** @param clip what is visible of the canvas, beyond which GTK would draw over other controls */
	private void paint(GC gc, MapLayout.Piece piece, Rectangle clip) {
		Rectangle area = piece.area();
		Display display = canvas.getDisplay();
		gc.setForeground(display.getSystemColor(piece.usable() ? SWT.COLOR_LIST_FOREGROUND : SWT.COLOR_WIDGET_DISABLED_FOREGROUND));
		gc.setLineStyle(piece.usable() ? SWT.LINE_SOLID : SWT.LINE_DASH);
		gc.drawRectangle(area.x, area.y, area.width - 1, area.height - 1);
		gc.setLineStyle(SWT.LINE_SOLID);
		gc.setClipping(area.intersection(clip));
		gc.drawText(piece.title(), area.x + 4, area.y + 2, SWT.DRAW_TRANSPARENT);
		if (!piece.counted().isEmpty()) {
			gc.drawText(RankText.counts(piece.counted()), area.x + 4, area.y + area.height - 20, SWT.DRAW_TRANSPARENT);
		}
		gc.setClipping(clip);
		if (piece.kind() == MapLayout.Kind.CORE && isBoundHere(piece)) {
			gc.setBackground(display.getSystemColor(SWT.COLOR_LIST_SELECTION));
			gc.fillRectangle(area.x, area.y + area.height - MARK, area.width, MARK);
		}
	}

	/** Returns whether a selected rank is bound to a processor of a core. */
	private boolean isBoundHere(MapLayout.Piece core) {
		return bound.getOrDefault(core.node(), new BitSet()).intersects(core.processors());
	}
}
