// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.HashMap;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.pmix4e.core.PmixLaunchConstants;

/**
 * A Java project with a program that prints its rank and node; with an argument it then sleeps for a long time.
 *
 * @param project of the workspace, which the test deletes
 * @param file    the source of the program
 */
record WhereProject(JavaProject project, IFile file) {
	/** The line at which the variable {@code place} is known. */
	static final int BREAKPOINT_LINE = 5;
	private static final String NAME = "nodes";
	private static final String WHERE = """
			public class Where {
				public static void main(String[] arguments) throws Exception {
					String node = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/sys/kernel/hostname")).strip();
					String place = System.getenv("PMIX_RANK") + " on " + node;
					System.out.println("is " + place);
					Thread.sleep(arguments.length == 0 ? 300 : 600_000);
				}
			}
			""";

	/** Creates and builds the project. */
	static WhereProject create() throws CoreException {
		JavaProject project = JavaProject.create(NAME);
		IFile file = project.write("Where.java", WHERE);
		project.build();
		return new WhereProject(project, file);
	}

	/** Lets ranks stop at {@link #BREAKPOINT_LINE}. */
	void setBreakpoint() throws CoreException {
		JDIDebugModel.createLineBreakpoint(file, "Where", BREAKPOINT_LINE, -1, -1, 0, true, new HashMap<>());
	}

	/** Returns a configuration for the program. */
	ILaunchConfigurationWorkingCopy program(Jobs jobs) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = jobs.empty(NAME);
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, NAME);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Where");
		return copy;
	}
}
