// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.jspecify.annotations.Nullable;

/** The value of a variable or an expression. Valid until the rank goes on. */
final class NativeValue extends NativeElement implements IValue {
	private final String text;
	private final String type;
	/** Names the members of the value for the adapter; 0 if it has none. */
	private final int reference;
	private final ValueHistory.Place place;

	NativeValue(NativeTarget target, ValueHistory.Place place, @Nullable String text, @Nullable String type, int reference) {
		super(target);
		this.place = place;
		this.text = Objects.requireNonNullElse(text, "");
		this.type = Objects.requireNonNullElse(type, "");
		this.reference = reference;
	}

	/** Returns the variables that a reference of the adapter names, which belong to a frame or value. */
	static List<IVariable> members(NativeElement owner, ValueHistory.Place place, int reference) throws DebugException {
		VariablesArguments arguments = new VariablesArguments();
		arguments.setVariablesReference(reference);
		List<IVariable> found = new ArrayList<>();
		for (Variable variable : owner.request("variables", server -> server.variables(arguments), reply -> List.of(reply.getVariables()))) {
			String name = Objects.requireNonNullElse(variable.getName(), "");
			NativeValue value = new NativeValue(owner.target(), place.member(name), variable.getValue(), variable.getType(),
					variable.getVariablesReference());
			found.add(new NativeVariable(owner.target(), reference, name, value));
		}
		return found;
	}

	/** Returns its place in the history of its thread. */
	ValueHistory.Place place() {
		return place;
	}

	@Override
	public String getReferenceTypeName() {
		return type;
	}

	@Override
	public String getValueString() {
		return text;
	}

	@Override
	public boolean isAllocated() {
		return true;
	}

	@Override
	public IVariable[] getVariables() throws DebugException {
		return reference == 0 ? new IVariable[0] : members(this, place, reference).toArray(IVariable[]::new);
	}

	@Override
	public boolean hasVariables() {
		return reference != 0;
	}
}
