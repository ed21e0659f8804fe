// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.DebugElement;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.internal.adapter.AdapterException;

/** Something in a rank that is debugged. Its methods that send requests wait for the reply, so the platform calls them in jobs. */
public abstract class NativeElement extends DebugElement {
	private final NativeTarget target;

	NativeElement(NativeTarget target) {
		super(target);
		this.target = target;
	}

	/** Returns the rank that this belongs to. */
	NativeTarget target() {
		return target;
	}

	@Override
	public String getModelIdentifier() {
		return NativeLineBreakpoint.MODEL;
	}

	@Override
	public ILaunch getLaunch() {
		return target.getLaunch();
	}

	/** Sends a request, waits for the reply and reads it; the reader may throw NullPointerException. */
	<T, R> R request(String name, Function<IDebugProtocolServer, CompletableFuture<T>> request, Function<? super T, R> reader)
			throws DebugException {
		try {
			return target.session().request(name, request, reader);
		} catch (AdapterException e) {
			throw new DebugException(Status.error(e.getMessage(), e));
		}
	}
}
