// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import java.nio.file.Files;

import org.eclipse.core.expressions.PropertyTester;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.IPath;
import org.jspecify.annotations.Nullable;

/**
 * Tells for the menu whether a file can be executed. Asked only once this bundle is active: until then the menu offers what could be,
 * and the launch says what is not.
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
