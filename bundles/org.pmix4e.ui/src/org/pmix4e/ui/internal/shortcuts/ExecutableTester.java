// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.nio.file.Files;
import java.util.List;

import org.eclipse.core.expressions.PropertyTester;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.ProgramCandidates;

/**
 * Tests for menus whether a file is executable, or whether a program stands beside it, such as hello beside hello.c. The platform calls it
 * only when this bundle is active. Until then, the menu offers every file that may be one, and the launch reports the others.
 */
public final class ExecutableTester extends PropertyTester {
	/** For the platform. */
	public ExecutableTester() {
	}

	@Override
	public boolean test(Object receiver, String property, Object[] arguments, @Nullable Object expected) {
		if (property.equals("hasProgram")) {
			return receiver instanceof IFile file && hasProgram(file);
		}
		IPath location = receiver instanceof IFile file ? file.getLocation() : null;
		return location != null && Files.isRegularFile(location.toPath()) && Files.isExecutable(location.toPath());
	}

	private static boolean hasProgram(IFile file) {
		try {
			return !ProgramCandidates.find(List.of(file), new NullProgressMonitor()).isEmpty();
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			return false;
		}
	}
}
