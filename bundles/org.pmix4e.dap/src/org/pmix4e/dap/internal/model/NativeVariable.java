// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.Objects;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.lsp4j.debug.SetVariableArguments;
import org.eclipse.lsp4j.debug.SetVariableResponse;

/** A variable of a frame or a member of a value. Valid until the rank goes on. */
final class NativeVariable extends NativeElement implements IVariable {
	/** Names the frame or value that it belongs to for the adapter. */
	private final int owner;
	private final String name;
	private volatile NativeValue value;
	private volatile boolean isChanged;

	NativeVariable(NativeTarget target, int owner, String name, NativeValue value) {
		super(target);
		this.owner = owner;
		this.name = name;
		this.value = value;
		isChanged = value.place().isChanged(value.getValueString());
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

	/** @return whether it had another value when the rank was stopped the last time; false if that was not read */
	@Override
	public boolean hasValueChanged() {
		return isChanged;
	}

	/** Changes it in the rank. The expression is one of the source language; the adapter converts it. */
	@Override
	public void setValue(String expression) throws DebugException {
		SetVariableArguments arguments = new SetVariableArguments();
		arguments.setVariablesReference(owner);
		arguments.setName(name);
		arguments.setValue(expression);
		SetVariableResponse reply = request("setVariable", server -> server.setVariable(arguments), Objects::requireNonNull);
		int members = Objects.requireNonNullElse(reply.getVariablesReference(), 0);
		ValueHistory.Place place = value.place();
		place.replace(value.getValueString());
		value = new NativeValue(target(), place, reply.getValue(), Objects.requireNonNullElse(reply.getType(), getReferenceTypeName()),
				members);
		isChanged = place.isChanged(value.getValueString());
		fireChangeEvent(DebugEvent.CONTENT);
	}

	@Override
	public void setValue(IValue other) throws DebugException {
		setValue(other.getValueString());
	}

	@Override
	public boolean supportsValueModification() {
		return target().session().canSetVariables();
	}

	/** The adapter checks the expression when it changes the variable. */
	@Override
	public boolean verifyValue(String expression) {
		return !expression.isBlank();
	}

	@Override
	public boolean verifyValue(IValue other) {
		return other instanceof NativeValue;
	}
}
