// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A variable or a member of one in a line of C or C++ code, which can be evaluated without side effects: {@code list->head.size}. Fortran
 * has variables of the same form.
 *
 * @param begin the column of its first character, from 0
 * @param end   the column after its last character
 */
public record HoveredExpression(int begin, int end) {
	private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
	private static final Pattern PATH = Pattern.compile(NAME + "(?:(?:\\.|->|::)" + NAME + ")*");

	/**
	 * @param line   a line of code
	 * @param column a column in it, from 0
	 * @return the expression that ends with the name at the column; empty if there is no name
	 */
	public static Optional<HoveredExpression> at(String line, int column) {
		Matcher path = PATH.matcher(line);
		while (path.find() && path.start() <= column) {
			Matcher name = NAME.matcher(line).region(path.start(), path.end());
			while (column < path.end() && name.find() && name.start() <= column) {
				if (column < name.end()) {
					return Optional.of(new HoveredExpression(path.start(), name.end()));
				}
			}
		}
		return Optional.empty();
	}
}
