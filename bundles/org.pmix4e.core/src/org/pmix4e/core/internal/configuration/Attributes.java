// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.regex.Pattern;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.variables.IStringVariableManager;
import org.eclipse.core.variables.VariablesPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;

/** Reads the attributes of a launch configuration with their variables replaced. Stateless. */
public final class Attributes {
	/** A variable that asks the user each time: not to be replaced while he is still writing. */
	private static final Pattern PROMPT = Pattern.compile("\\$\\{[a-zA-Z_]*prompt");

	private Attributes() {
	}

	/**
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @param otherwise     for one that is not set
	 * @return its value without white space around it, with variables replaced
	 * @throws CoreException if it is no string or contains a variable that is unknown or has no value now
	 */
	public static String text(ILaunchConfiguration configuration, String attribute, String otherwise) throws CoreException {
		return substituted(configuration.getAttribute(attribute, otherwise)).strip();
	}

	/**
	 * As {@link #text}, but asks the user nothing.
	 *
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @return its value; empty if it is not set, or if only the user can tell
	 * @throws CoreException as {@link #text}
	 */
	public static String known(ILaunchConfiguration configuration, String attribute) throws CoreException {
		return asksUser(configuration, attribute) ? "" : text(configuration, attribute, "");
	}

	/**
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @return whether its value depends on what the user answers at the launch
	 * @throws CoreException if it is no string
	 */
	public static boolean asksUser(ILaunchConfiguration configuration, String attribute) throws CoreException {
		return PROMPT.matcher(configuration.getAttribute(attribute, "")).find();
	}

	/**
	 * @param text may contain variables
	 * @return the text with their values
	 * @throws CoreException if one is unknown or has no value now
	 */
	public static String substituted(String text) throws CoreException {
		IStringVariableManager variables = VariablesPlugin.getDefault().getStringVariableManager();
		return text.isEmpty() ? text : variables.performStringSubstitution(text);
	}
}
