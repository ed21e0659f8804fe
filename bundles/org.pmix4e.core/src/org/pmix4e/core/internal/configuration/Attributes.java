// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.regex.Pattern;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.variables.IStringVariableManager;
import org.eclipse.core.variables.VariablesPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;

/** Reads attributes of a launch configuration and replaces their variables. Stateless. */
public final class Attributes {
	/** Matches variables that prompt the user, which must not happen while the user is editing. */
	private static final Pattern PROMPT = Pattern.compile("\\$\\{[a-zA-Z_]*prompt");

	private Attributes() {
	}

	/**
	 * Returns the value of an attribute with variables replaced. May prompt the user.
	 *
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @param otherwise     the value of an unset attribute
	 * @return the value without leading and trailing white space
	 * @throws CoreException if the attribute is no string, or a variable is unknown or currently has no value
	 */
	public static String text(ILaunchConfiguration configuration, String attribute, String otherwise) throws CoreException {
		return substituted(configuration.getAttribute(attribute, otherwise)).strip();
	}

	/**
	 * Returns the value of an attribute as {@link #text} does, but never prompts the user.
	 *
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @return the value; empty if the attribute is unset or depends on a prompt
	 * @throws CoreException as {@link #text}
	 */
	public static String known(ILaunchConfiguration configuration, String attribute) throws CoreException {
		return asksUser(configuration, attribute) ? "" : text(configuration, attribute, "");
	}

	/**
	 * @param configuration a launch configuration
	 * @param attribute     the name of a string attribute
	 * @return whether its value contains a variable that prompts the user
	 * @throws CoreException if it is no string
	 */
	public static boolean asksUser(ILaunchConfiguration configuration, String attribute) throws CoreException {
		return asksUser(configuration.getAttribute(attribute, ""));
	}

	/** Returns whether a text contains a variable that prompts the user. */
	static boolean asksUser(String text) {
		return PROMPT.matcher(text).find();
	}

	/**
	 * @param text a text that may contain variables
	 * @return the text with variables replaced
	 * @throws CoreException if a variable is unknown or currently has no value
	 */
	public static String substituted(String text) throws CoreException {
		IStringVariableManager variables = VariablesPlugin.getDefault().getStringVariableManager();
		return text.isEmpty() ? text : variables.performStringSubstitution(text);
	}
}
