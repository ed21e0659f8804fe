// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.function.Function;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.ColumnLayoutData;
import org.eclipse.jface.viewers.ColumnPixelData;
import org.eclipse.jface.viewers.ColumnWeightData;
import org.eclipse.swt.graphics.GC;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;

/** The columns of the view, in their order. */
enum Column {
	/** Has room for the names of ranks, and more if their rows are indented far: {@link RankRoom}. */
	NAME(Messages.column_name, 5, 52, Stream.of("Rank 00"), ElementText::name),
	/** Has room for every state, since users look for it. */
	STATE(Messages.column_state, 0, 24, ElementText.states(), ElementText::state),
	/** Comes before the numbers, because what a rank waits for must be seen in a narrow view. */
	DETAILS(Messages.column_details, 4, 0, Stream.of("waits for rank 0"), ElementText::details),
	PID(Messages.column_pid, 0, 0, Stream.of("0000000"), ElementText::pid),
	EXIT(Messages.column_exit, 0, 0, Stream.of("000"), ElementText::exit),
	DIRECTORY(Messages.column_directory, 0, 0, Stream.of("/tmp/pmix4j.0.vm.0000"), ElementText::directory);

	/** Beside the text of a cell, in pixels. */
	static final int MARGIN = 12;

	private final String title;
	private final int weight;
	private final int indent;
	private final String[] samples;
	private final Function<JobElement, String> text;

	Column(String title, int weight, int indent, Stream<String> samples, Function<JobElement, String> text) {
		this.title = title;
		this.weight = weight;
		this.indent = indent;
		this.samples = Stream.concat(Stream.of(title), samples).toArray(String[]::new);
		this.text = text;
	}

	String title() {
		return title;
	}

	/** Returns how the column shares the width of the view if it needs at least a width for its present rows. */
	ColumnLayoutData share(GC gc, int needed) {
		int least = least(gc, needed);
		return weight == 0 ? new ColumnPixelData(least, true, false) : new ColumnWeightData(weight, least, true);
	}

	/** Returns the least width for its samples, and for its present rows, which need another width. */
	int least(GC gc, int needed) {
		return Math.max(indent + MARGIN + Stream.of(samples).mapToInt(sample -> gc.textExtent(sample).x).max().orElseThrow(), needed);
	}

	String text(JobElement element) {
		return text.apply(element);
	}

	/** Returns the alignment; numbers are right-aligned. */
	boolean isNumber() {
		return this == PID || this == EXIT;
	}
}
