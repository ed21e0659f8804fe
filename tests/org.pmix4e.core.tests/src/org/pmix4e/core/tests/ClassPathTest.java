// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.core.runtime.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which classes the bundles can load. */
class ClassPathTest {

	@ParameterizedTest
	@CsvSource({ "org.pmix4e.core", "org.pmix4e.dap", "org.pmix4e.jdt" })
	void classes_ofTheUserInterface_cannotBeLoaded(String bundle) {
		assertThatThrownBy(() -> Platform.getBundle(bundle).loadClass("org.eclipse.swt.SWT")).isInstanceOf(ClassNotFoundException.class);
		assertThatThrownBy(() -> Platform.getBundle(bundle).loadClass("org.eclipse.ui.PlatformUI"))
				.isInstanceOf(ClassNotFoundException.class);
	}
}
