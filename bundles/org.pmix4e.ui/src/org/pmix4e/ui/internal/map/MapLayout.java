// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;

/**
 * The places of nodes, packages, cores and ranks in the picture. A rank is in the smallest piece of hardware that contains all processors
 * that it is bound to; one that is not bound is in its node. Immutable; computed again when the job or the width changes.
 */
public final class MapLayout {
	/** A job with more ranks is drawn as counts, because so many squares would be too small to read. */
	public static final int MOST_SQUARES = 128;
	static final int SQUARE = 32;
	private static final int GAP = 4;
	private static final int TITLE = 20;
	private static final int COUNT_WIDTH = 72;
	private static final int MOST_COLUMNS = 8;

	/** The kind of a piece, from the outside in. */
	public enum Kind {
		/** A machine. */
		NODE,
		/** A package. */
		PACKAGE,
		/** A core. */
		CORE
	}

	/**
	 * A piece of hardware in the picture.
	 *
	 * @param kind       its kind
	 * @param title      the text at its top
	 * @param area       its place
	 * @param usable     whether ranks may run on one of its processors
	 * @param processors the kernel's numbers for its processors; not to be changed
	 * @param node       the name of its node
	 * @param counted    the ranks that it shows as counts; empty if they are squares
	 */
	public record Piece(Kind kind, String title, Rectangle area, boolean usable, BitSet processors, String node, List<RankElement> counted) {
	}

	/**
	 * A rank in the picture.
	 *
	 * @param rank the rank
	 * @param area its place
	 */
	public record Square(RankElement rank, Rectangle area) {
	}

	private final List<Piece> pieces = new ArrayList<>();
	private final List<Square> squares = new ArrayList<>();
	private final boolean counts;
	private Point size = new Point(0, 0);

	private MapLayout(boolean counts) {
		this.counts = counts;
	}

	/**
	 * @param nodes with their ranks
	 * @param width the width to fill, in pixels; a wide piece may exceed it
	 * @return the places
	 */
	public static MapLayout of(List<MapNode> nodes, int width) {
		MapLayout layout = new MapLayout(nodes.stream().mapToInt(node -> node.ranks().size()).sum() > MOST_SQUARES);
		int y = GAP;
		int right = 0;
		for (MapNode node : nodes) {
			Rectangle area = layout.place(layout.block(node), GAP, y, Math.max(width - 2 * GAP, COUNT_WIDTH));
			y += area.height + GAP;
			right = Math.max(right, area.x + area.width + GAP);
		}
		layout.size = new Point(right, y);
		return layout;
	}

	/** @return the pieces, each after the piece that contains it */
	public List<Piece> pieces() {
		return List.copyOf(pieces);
	}

	/** @return the ranks in the order of the picture; empty if they are counted */
	public List<Square> squares() {
		return List.copyOf(squares);
	}

	Point size() {
		return size;
	}

	Optional<Square> at(int x, int y) {
		return squares.stream().filter(square -> square.area().contains(x, y)).findFirst();
	}

	/** Returns the smallest piece at a point. */
	Optional<Piece> pieceAt(int x, int y) {
		return pieces.stream().filter(piece -> piece.area().contains(x, y)).reduce((outer, inner) -> inner);
	}

	/**
	 * Finds the square that an arrow key leads to: the nearest one in that direction.
	 *
	 * @param from the square to leave
	 * @param dx   1 for right, -1 for left
	 * @param dy   1 for down, -1 for up
	 * @return the square; empty if there is none in that direction
	 */
	public Optional<Square> next(Square from, int dx, int dy) {
		Point center = center(from);
		Optional<Square> best = Optional.empty();
		long least = Long.MAX_VALUE;
		for (Square square : squares) {
			int along = (center(square).x - center.x) * dx + (center(square).y - center.y) * dy;
			int across = Math.abs((center(square).x - center.x) * dy) + Math.abs((center(square).y - center.y) * dx);
			long distance = along + 3L * across;
			if (along > 0 && distance < least) {
				least = distance;
				best = Optional.of(square);
			}
		}
		return best;
	}

	private static Point center(Square square) {
		return new Point(square.area().x + square.area().width / 2, square.area().y + square.area().height / 2);
	}

	/** A piece before it has a place: what it contains and how large it will be. */
	private record Block(Kind kind, String title, boolean usable, BitSet processors, String node, List<RankElement> ranks,
			List<Block> inside) {
	}

	private Block block(MapNode node) {
		List<Block> sockets = new ArrayList<>();
		Map<Integer, Map<Integer, List<NodeProcessor>>> hardware = new TreeMap<>();
		for (NodeProcessor processor : node.processors()) {
			hardware.computeIfAbsent(processor.socket(), key -> new TreeMap<>())
					.computeIfAbsent(processor.core(), key -> new ArrayList<>()).add(processor);
		}
		Map<BitSet, List<RankElement>> byBinding = new LinkedHashMap<>();
		node.ranks().forEach(rank -> byBinding.computeIfAbsent(rank.processors(), key -> new ArrayList<>()).add(rank));
		List<RankElement> free = new ArrayList<>(node.ranks());
		hardware.forEach((socket, cores) -> {
			List<Block> blocks = new ArrayList<>();
			BitSet all = new BitSet();
			cores.forEach((core, threads) -> {
				BitSet own = numbers(threads);
				all.or(own);
				List<RankElement> bound = take(byBinding, own);
				blocks.add(new Block(Kind.CORE, NLS.bind(Messages.map_core, core), usable(threads), own, node.name(), bound, List.of()));
				free.removeAll(Set.copyOf(bound));
			});
			List<RankElement> bound = take(byBinding, all);
			free.removeAll(Set.copyOf(bound));
			sockets.add(new Block(Kind.PACKAGE, NLS.bind(Messages.map_socket, socket), blocks.stream().anyMatch(Block::usable), all, node.name(),
					bound, blocks));
		});
		BitSet all = numbers(node.processors());
		return new Block(Kind.NODE, node.name(), true, all, node.name(), free, sockets);
	}

	/** Takes the ranks that are bound to processors of a piece only. */
	private static List<RankElement> take(Map<BitSet, List<RankElement>> byBinding, BitSet piece) {
		List<RankElement> taken = new ArrayList<>();
		byBinding.entrySet().removeIf(entry -> {
			BitSet outside = (BitSet) entry.getKey().clone();
			outside.andNot(piece);
			boolean fits = !entry.getKey().isEmpty() && outside.isEmpty();
			if (fits) {
				taken.addAll(entry.getValue());
			}
			return fits;
		});
		return taken;
	}

	private static BitSet numbers(List<NodeProcessor> processors) {
		BitSet numbers = new BitSet();
		processors.forEach(processor -> numbers.set(processor.number()));
		return numbers;
	}

	private static boolean usable(List<NodeProcessor> processors) {
		return processors.stream().anyMatch(NodeProcessor::usable);
	}

	/** Places a piece and everything inside it. */
	private Rectangle place(Block block, int x, int y, int width) {
		int index = pieces.size();
		List<RankElement> counted = counts ? List.copyOf(block.ranks()) : List.of();
		Rectangle area = new Rectangle(x, y, 0, 0);
		pieces.add(new Piece(block.kind(), block.title(), area, block.usable(), block.processors(), block.node(), counted));
		int inner = width - 2 * GAP;
		int lineY = y + TITLE;
		int atX = x + GAP;
		int lineHeight = 0;
		int right = x + COUNT_WIDTH;
		for (Block child : block.inside()) {
			int first = pieces.size();
			int firstSquare = squares.size();
			Rectangle placed = place(child, atX, lineY, inner);
			if (atX > x + GAP && placed.x + placed.width > x + GAP + inner) {
				pieces.subList(first, pieces.size()).clear();
				squares.subList(firstSquare, squares.size()).clear();
				lineY += lineHeight + GAP;
				lineHeight = 0;
				atX = x + GAP;
				placed = place(child, atX, lineY, inner);
			}
			lineHeight = Math.max(lineHeight, placed.height);
			atX = placed.x + placed.width + GAP;
			right = Math.max(right, placed.x + placed.width);
		}
		int bottom = block.inside().isEmpty() ? lineY : lineY + lineHeight + GAP;
		Point end = placeRanks(block, x + GAP, bottom, inner);
		area.width = Math.max(right, end.x) - x + GAP;
		area.height = end.y - y + GAP;
		Piece known = pieces.get(index);
		pieces.set(index, new Piece(known.kind(), known.title(), area, known.usable(), known.processors(), known.node(), counted));
		return area;
	}

	/** Places the ranks of a piece below what is inside it; returns the lower right corner. */
	private Point placeRanks(Block block, int x, int y, int width) {
		int count = block.ranks().size();
		if (counts || count == 0) {
			return new Point(x, count == 0 && block.kind() != Kind.CORE ? y - GAP : y + SQUARE / 2);
		}
		int fitting = Math.max(1, (width + GAP) / (SQUARE + GAP));
		int columns = block.kind() == Kind.CORE ? Math.min(MOST_COLUMNS, (int) Math.ceil(Math.sqrt(count))) : Math.min(count, fitting);
		for (int i = 0; i < count; i++) {
			squares.add(new Square(block.ranks().get(i),
					new Rectangle(x + i % columns * (SQUARE + GAP), y + i / columns * (SQUARE + GAP), SQUARE, SQUARE)));
		}
		return new Point(x + columns * (SQUARE + GAP) - GAP, y + (count + columns - 1) / columns * (SQUARE + GAP) - GAP);
	}
}
