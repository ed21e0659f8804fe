// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.ProgramKind;

/** A kind of program for which no plug-in contributes a debugger: the command echo. Created by the extension registry. */
public final class PlainKind implements ProgramKind {
	/** Its id in plugin.xml. */
	static final String ID = "org.pmix4e.core.tests.plain";

	@Override
	public List<LaunchProblem> check(ILaunchConfiguration configuration) {
		return List.of();
	}

	@Override
	public ProgramCommand command(ILaunchConfiguration configuration) {
		return new ProgramCommand("echo", "/bin/echo", List.of());
	}

	@Override
	public Optional<IProject> project(ILaunchConfiguration configuration) {
		return Optional.empty();
	}

	@Override
	public List<ProgramCandidate> candidates(Object selected, IProgressMonitor monitor) {
		return List.of();
	}
}
