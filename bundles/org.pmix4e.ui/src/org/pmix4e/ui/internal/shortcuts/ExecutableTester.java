// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.nio.file.Files;

import org.eclipse.core.expressions.PropertyTester;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.IPath;
import org.jspecify.annotations.Nullable;

/**
 * Tests for menus whether a file is executable. The platform calls it only when this bundle is active. Until then, the menu offers
 * every file that may be executable, and the launch reports the others.
 */
public final class ExecutableTester extends PropertyTester {
	/** For the platform. */
	public ExecutableTester() {
	}

	@Override
	public boolean test(Object receiver, String property, Object[] arguments, @Nullable Object expected) {
		IPath location = receiver instanceof IFile file ? file.getLocation() : null;
		return location != null && Files.isRegularFile(location.toPath()) && Files.isExecutable(location.toPath());
	}
}
