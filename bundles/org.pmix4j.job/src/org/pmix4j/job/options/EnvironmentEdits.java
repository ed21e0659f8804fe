// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Envar;

/**
 * Changes to an environment, applied in their order. Immutable; a request may add thousands, one by one, so adding copies none of them.
 *
 * @see "PMIx Standard, chapter Process Management, PMIX_SET_ENVAR and the attributes beside it; PRRTE for the star of UNSET"
 */
public final class EnvironmentEdits {
	/** Changes nothing. */
	public static final EnvironmentEdits NONE = new EnvironmentEdits(List.of());

	private static final char DEFAULT_SEPARATOR = ':';

	/** The effect of a change on a variable. */
	public enum Kind {
		/** Sets it. */
		SET,
		/** Sets it unless it is set. */
		ADD,
		/** Removes it; a star at the end of the name matches the rest of any name. */
		UNSET,
		/** Puts a value and a separator in front of its value. */
		PREPEND,
		/** Puts a separator and a value behind its value. */
		APPEND,
		/** Moves a value to the front of its list of values, or adds it there. */
		FIRST
	}

	/**
	 * One change.
	 *
	 * @param kind     what is done
	 * @param variable the variable, the value and the separator; {@link Kind#UNSET} uses the name alone
	 */
	public record Edit(Kind kind, Envar variable) {
		private void applyTo(Map<String, String> environment, JoinedValues joined) {
			String name = variable.name();
			String value = variable.value();
			String separator = String.valueOf(variable.separator() == 0 ? DEFAULT_SEPARATOR : variable.separator());
			switch (kind) {
				case SET -> {
					joined.close(name);
					environment.put(name, value);
				}
				case ADD -> {
					joined.close(name);
					environment.putIfAbsent(name, value);
				}
				case UNSET -> {
					joined.close();
					unset(name, environment);
				}
				case PREPEND -> joined.prepend(name, value, separator);
				case APPEND -> joined.append(name, value, separator);
				case FIRST -> joined.first(name, value, separator);
			}
		}

		private static void unset(String name, Map<String, String> environment) {
			if (name.endsWith("*")) {
				environment.keySet().removeIf(each -> each.startsWith(name.substring(0, name.length() - 1)));
			} else {
				environment.remove(name);
			}
		}
	}

	/** All changes, or two parts of them, which a list replaces when they are read one by one. */
	private sealed interface Parts {
	}

	/** Immutable. */
	private record Listed(List<Edit> edits) implements Parts {
	}

	/** Immutable. */
	private record Pair(EnvironmentEdits earlier, EnvironmentEdits later) implements Parts {
	}

	private volatile Parts parts;

	/**
	 * Copies the list.
	 *
	 * @param edits the changes, the first one first
	 */
	public EnvironmentEdits(List<Edit> edits) {
		this(new Listed(List.copyOf(edits)));
	}

	private EnvironmentEdits(Parts parts) {
		this.parts = parts;
	}

	/** {@return the changes, the first one first} */
	public List<Edit> edits() {
		if (parts instanceof Listed all) {
			return all.edits();
		}
		List<Edit> all = new ArrayList<>();
		forEach(all::add);
		Listed flat = new Listed(List.copyOf(all));
		parts = flat;
		return flat.edits();
	}

	/** Passes on the changes, the first one first; does not join parts that other changes may share. */
	private void forEach(Consumer<Edit> action) {
		Deque<Parts> open = new ArrayDeque<>(List.of(parts));
		while (!open.isEmpty()) {
			Parts next = open.pop();
			// a switch would link a method at the start of each job
			if (next instanceof Pair pair) {
				open.push(pair.later().parts);
				open.push(pair.earlier().parts);
			} else {
				((Listed) next).edits().forEach(action);
			}
		}
	}

	/**
	 * {@return the changes that set them}
	 *
	 * @param variables names and values
	 */
	public static EnvironmentEdits setting(Map<String, String> variables) {
		return new EnvironmentEdits(variables.entrySet().stream()
				.map(variable -> new Edit(Kind.SET, new Envar(variable.getKey(), variable.getValue(), DEFAULT_SEPARATOR))).toList());
	}

	/**
	 * {@return these changes, then one that sets it}
	 *
	 * @param name  a variable
	 * @param value its value
	 */
	public EnvironmentEdits plusSet(String name, String value) {
		return plus(Kind.SET, new Envar(name, value, DEFAULT_SEPARATOR));
	}

	/**
	 * {@return these changes, then that one}
	 *
	 * @param kind     what is done
	 * @param variable with what
	 */
	public EnvironmentEdits plus(Kind kind, Envar variable) {
		return plus(new EnvironmentEdits(List.of(new Edit(kind, variable))));
	}

	/**
	 * {@return these changes, then those}
	 *
	 * @param later more changes
	 */
	public EnvironmentEdits plus(EnvironmentEdits later) {
		return this == NONE ? later : later == NONE ? this : new EnvironmentEdits(new Pair(this, later));
	}

	/**
	 * Applies the changes to the given environment, in their order.
	 *
	 * @param environment is changed
	 */
	public void applyTo(Map<String, String> environment) {
		JoinedValues joined = new JoinedValues(environment);
		forEach(edit -> edit.applyTo(environment, joined));
		joined.close();
	}

	/**
	 * {@return a changed copy}
	 *
	 * @param environment variables, which stay as they are
	 */
	public Map<String, String> appliedTo(Map<String, String> environment) {
		Map<String, String> changed = new HashMap<>(environment);
		applyTo(changed);
		return changed;
	}

	/** Returns the changes as NAME=VALUE, and refuses others than {@link Kind#SET}. */
	List<String> assignments() {
		return edits().stream().map(edit -> {
			String name = edit.variable().name();
			if (edit.kind() != Kind.SET || name.isEmpty() || name.indexOf('=') >= 0) {
				throw new IllegalArgumentException("no text does " + edit.kind() + " with variable '" + name + "'");
			}
			return name + "=" + edit.variable().value();
		}).toList();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof EnvironmentEdits same && edits().equals(same.edits());
	}

	@Override
	public int hashCode() {
		return edits().hashCode();
	}

	@Override
	public String toString() {
		return edits().toString();
	}
}
