// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.function.Function;

import org.pmix4e.core.model.JobElement;

/** The columns of the view, in their order. */
enum Column {
	NAME(Messages.column_name, 220, ElementText::name),
	STATE(Messages.column_state, 140, ElementText::state),
	PID(Messages.column_pid, 60, ElementText::pid),
	EXIT(Messages.column_exit, 50, ElementText::exit),
	DETAILS(Messages.column_details, 320, ElementText::details),
	DIRECTORY(Messages.column_directory, 260, ElementText::directory);

	private final String title;
	private final int width;
	private final Function<JobElement, String> text;

	Column(String title, int width, Function<JobElement, String> text) {
		this.title = title;
		this.width = width;
		this.text = text;
	}

	String title() {
		return title;
	}

	/** Returns the initial width in pixels, at 100 percent zoom. */
	int width() {
		return width;
	}

	String text(JobElement element) {
		return text.apply(element);
	}

	/** Returns the alignment; numbers are right-aligned. */
	boolean isNumber() {
		return this == PID || this == EXIT;
	}
}
