// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.util.Objects;

import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.debug.core.DebugException;
import org.eclipse.jdt.debug.core.IJavaStackFrame;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.FramePlace;

/** Adapts frames of Java ranks to their places. Created by the platform; stateless. */
public final class FramePlaces implements IAdapterFactory {
	/** For the extension registry. */
	public FramePlaces() {
	}

	/** @return the place; null if the rank has gone on meanwhile */
	@Override
	public <T> @Nullable T getAdapter(Object adaptable, Class<T> type) {
		try {
			return adaptable instanceof IJavaStackFrame frame && type == FramePlace.class ? type.cast(place(frame)) : null;
		} catch (DebugException e) {
			return null;
		}
	}

	private static FramePlace place(IJavaStackFrame frame) throws DebugException {
		String type = frame.getDeclaringTypeName();
		return new FramePlace(type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName(),
				Objects.requireNonNullElse(frame.getSourceName(), ""), Math.max(0, frame.getLineNumber()));
	}

	@Override
	public Class<?>[] getAdapterList() {
		return new Class<?>[] { FramePlace.class };
	}
}
