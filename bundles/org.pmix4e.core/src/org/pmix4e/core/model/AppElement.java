// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;

/** One program of a job. */
public non-sealed interface AppElement extends JobElement {
	/** {@return its job} */
	NamespaceElement namespace();

	@Override
	List<RankElement> children();

	/** @return the short name of the program: that of the file or of the Java class */
	@Override
	String name();

	/** {@return its number among the programs of the job, from 0} */
	int number();

	/** {@return the program as it was ordered: a path, or the name of a command in PATH} */
	String program();

	/** {@return its arguments} */
	List<String> arguments();

	/** @return the state of the rank that has progressed least; once all have ended, the worst of their states */
	@Override
	ElementState state();
}
