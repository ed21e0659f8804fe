// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IVariable;

/** A variable of a frame or a member of a value. Valid until the rank goes on. */
final class NativeVariable extends NativeElement implements IVariable {
	private final String name;
	private final NativeValue value;

	NativeVariable(NativeTarget target, String name, NativeValue value) {
		super(target);
		this.name = name;
		this.value = value;
	}

	@Override
	public IValue getValue() {
		return value;
	}

	@Override
	public String getName() {
		return name;
	}

	@Override
	public String getReferenceTypeName() {
		return value.getReferenceTypeName();
	}

	@Override
	public boolean hasValueChanged() {
		return false;
	}

	@Override
	public void setValue(String expression) throws DebugException {
		throw readOnly();
	}

	@Override
	public void setValue(IValue other) throws DebugException {
		throw readOnly();
	}

	private DebugException readOnly() {
		return new DebugException(Status.error(Messages.NativeVariable_readOnly));
	}

	@Override
	public boolean supportsValueModification() {
		return false;
	}

	@Override
	public boolean verifyValue(String expression) {
		return false;
	}

	@Override
	public boolean verifyValue(IValue other) {
		return false;
	}
}
