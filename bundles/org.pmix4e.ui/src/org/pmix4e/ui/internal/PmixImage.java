// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.jface.resource.ImageRegistry;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.resource.ResourceLocator;
import org.eclipse.swt.graphics.Image;
import org.pmix4e.core.model.ElementState;

/** The images of this plug-in. Each is created on first use and owned by the display; used on its thread. */
public enum PmixImage {
	/** A server. */
	SERVER("obj16/server"),
	/** A session. */
	SESSION("obj16/session"),
	/** A job. */
	NAMESPACE("obj16/namespace"),
	/** A program of a job. */
	APP("obj16/app"),
	/** The launch of a job. */
	LAUNCH("obj16/launch"),
	/** The tab that names the program. */
	MAIN_TAB("obj16/main_tab"),
	/** {@link ElementState#STARTING}. */
	STARTING("obj16/state_starting"),
	/** {@link ElementState#RUNNING}. */
	RUNNING("obj16/state_running"),
	/** {@link ElementState#CONNECTED}. */
	CONNECTED("obj16/state_connected"),
	/** {@link ElementState#SUSPENDED}. */
	SUSPENDED("obj16/state_suspended"),
	/** {@link ElementState#FINALIZED}. */
	FINALIZED("obj16/state_finalized"),
	/** {@link ElementState#EXITED}. */
	EXITED("obj16/state_exited"),
	/** {@link ElementState#FINISHED}. */
	FINISHED("obj16/state_finished"),
	/** {@link ElementState#ENDED}. */
	ENDED("obj16/state_ended"),
	/** {@link ElementState#KILLED}. */
	KILLED("obj16/state_killed"),
	/** {@link ElementState#FAILED}. */
	FAILED("obj16/state_failed"),
	/** The output of a rank. */
	OUTPUT("elcl16/output");

	private final String path;

	PmixImage(String name) {
		path = "icons/" + name + ".svg";
	}

	/**
	 * @param state the state of an element
	 * @return its image; images of states differ in shape, not only in color
	 */
	public static PmixImage of(ElementState state) {
		return switch (state) {
			case STARTING -> STARTING;
			case RUNNING -> RUNNING;
			case CONNECTED -> CONNECTED;
			case SUSPENDED -> SUSPENDED;
			case FINALIZED -> FINALIZED;
			case EXITED -> EXITED;
			case FINISHED -> FINISHED;
			case ENDED -> ENDED;
			case KILLED -> KILLED;
			case FAILED -> FAILED;
		};
	}

	/** @return the image; not to be disposed */
	public Image image() {
		ImageRegistry registry = JFaceResources.getImageRegistry();
		String key = PmixUi.BUNDLE + '/' + path;
		if (registry.getDescriptor(key) == null) {
			registry.put(key, descriptor());
		}
		return registry.get(key);
	}

	/** @return the descriptor that creates the image */
	public ImageDescriptor descriptor() {
		return ResourceLocator.imageDescriptorFromBundle(PmixUi.BUNDLE, path).orElseGet(ImageDescriptor::getMissingImageDescriptor);
	}
}
