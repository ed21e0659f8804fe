// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.ISourceLocator;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.sourcelookup.ISourceLookupDirector;
import org.eclipse.debug.core.sourcelookup.ISourceLookupParticipant;
import org.jspecify.annotations.Nullable;

/** Lets a launch find the sources of frames of several debug models, as its ranks may run several kinds of programs. Stateless. */
public final class FrameSources {
	private FrameSources() {
	}

	/**
	 * Adds a locator to a launch, unless the launch has one of its class.
	 *
	 * @param launch  of ranks
	 * @param locator finds the sources of the frames of one debug model, and null for others. Of two locators of a launch, at least one
	 *                must be an {@link ISourceLookupDirector}
	 */
	public static synchronized void add(ILaunch launch, ISourceLocator locator) {
		ISourceLocator before = launch.getSourceLocator();
		if (before == null) {
			launch.setSourceLocator(locator);
		} else if (before instanceof ISourceLookupDirector director) {
			if (before.getClass() != locator.getClass() && !has(director, locator)) {
				director.addParticipants(new ISourceLookupParticipant[] { new Other(locator) });
			}
		} else if (locator instanceof ISourceLookupDirector director) {
			director.addParticipants(new ISourceLookupParticipant[] { new Other(before) });
			launch.setSourceLocator(director);
		}
	}

	private static boolean has(ISourceLookupDirector director, ISourceLocator locator) {
		return Stream.of(director.getParticipants())
				.anyMatch(each -> each instanceof Other other && other.locator.getClass() == locator.getClass());
	}

	/** Finds sources by another locator. */
	private record Other(ISourceLocator locator) implements ISourceLookupParticipant {
		@Override
		public void init(ISourceLookupDirector director) {
			// the locator is complete
		}

		@Override
		public Object[] findSourceElements(Object object) {
			Object found = object instanceof IStackFrame frame ? locator.getSourceElement(frame) : null;
			return found == null ? new Object[0] : new Object[] { found };
		}

		@Override
		public @Nullable String getSourceName(Object object) {
			return null; // the director's containers have nothing for it
		}

		@Override
		public void dispose() {
			// the locator holds nothing
		}

		@Override
		public void sourceContainersChanged(ISourceLookupDirector director) {
			// the locator has no containers
		}
	}
}
