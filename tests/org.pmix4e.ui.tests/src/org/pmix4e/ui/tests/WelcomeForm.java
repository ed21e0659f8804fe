// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

import org.eclipse.swt.browser.Browser;
import org.pmix4j.testkit.Peers;

/** The forms in which the platform shows its Welcome page and help. A machine with WebKitGTK can show both. */
enum WelcomeForm {
	/** Pages in a web browser inside the workbench, as on a machine with WebKitGTK. */
	BROWSER,
	/** Widgets, and a web browser outside the workbench for the help, as on a machine without WebKitGTK. */
	WIDGETS;

	/** Whether the machine has WebKitGTK. */
	private static final boolean INSTALLED = isInstalled();

	/** Lets the platform use this form from now on. Without WebKitGTK, a test of the browser fails if CI=true and is aborted otherwise. */
	void use() {
		if (this == BROWSER && !INSTALLED) {
			throw Peers.missing("libwebkit2gtk-4.1-0");
		}
		setInstalled(this == BROWSER);
	}

	/** Lets the platform use the form of this machine. */
	static void reset() {
		setInstalled(INSTALLED);
	}

	/** Asks SWT, which has no API for it. */
	private static boolean isInstalled() {
		try {
			Method isInstalled = swt("browser.WebKit").getDeclaredMethod("IsInstalled");
			isInstalled.setAccessible(true);
			return (boolean) isInstalled.invoke(null);
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	/** Tells SWT whether it has found WebKitGTK: no property can hide it. */
	private static void setInstalled(boolean installed) {
		try {
			Field loaded = swt("internal.webkit.WebKitGTK").getField("LibraryLoaded");
			Ui.run(() -> {
				try {
					loaded.setBoolean(null, installed);
				} catch (IllegalAccessException e) {
					throw new IllegalStateException(e);
				}
			});
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	private static Class<?> swt(String name) throws ClassNotFoundException {
		return Browser.class.getClassLoader().loadClass("org.eclipse.swt." + name);
	}

	/** Returns the name of a picture of this form. */
	String picture(String name) {
		return this == BROWSER ? name + "-browser" : name;
	}
}
