// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pmix4j.model.bytes.OwnProcess;

/**
 * Replaces variables of Eclipse in the texts of a launch file: {@code workspace_loc} and {@code project_loc} of the project in which the
 * file lies, and {@code env_var}. Other variables need the workbench. Stateless.
 */
final class LaunchVariables {
	private static final String BEGIN = "${";

	private LaunchVariables() {
	}

	/** Replaces all variables, or throws IllegalArgumentException that names one without a value here. */
	static String replace(String text, Path file) {
		StringBuilder replaced = new StringBuilder();
		int at = 0;
		for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, at)) {
			int end = text.indexOf('}', begin);
			if (end < 0) {
				break;
			}
			replaced.append(text, at, begin).append(value(text.substring(begin + BEGIN.length(), end), file));
			at = end + 1;
		}
		return replaced.append(text.substring(at)).toString();
	}

	private static String value(String variable, Path file) {
		int colon = variable.indexOf(':');
		String name = colon < 0 ? variable : variable.substring(0, colon);
		String argument = colon < 0 ? "" : variable.substring(colon + 1);
		return switch (name) {
			case "env_var" -> OwnProcess.environment().getOrDefault(argument, "");
			case "workspace_loc", "project_loc", "resource_loc" -> inProject(variable, argument, file);
			default -> throw unknown(variable, file);
		};
	}

	/** Returns the place of {@code /project/path}, if that is the project around the file. */
	private static String inProject(String variable, String argument, Path file) {
		String path = argument.startsWith("/") ? argument.substring(1) : argument;
		int slash = path.indexOf('/');
		String project = slash < 0 ? path : path.substring(0, slash);
		for (Path folder = file.toAbsolutePath().normalize().getParent(); folder != null; folder = folder.getParent()) {
			Path description = folder.resolve(".project");
			if (!project.isEmpty() && Files.isRegularFile(description) && isNamed(description, project)) {
				return slash < 0 ? folder.toString() : folder.resolve(path.substring(slash + 1)).toString();
			}
		}
		throw unknown(variable, file);
	}

	private static boolean isNamed(Path description, String project) {
		try {
			return Files.readString(description).contains("<name>" + project + "</name>");
		} catch (IOException e) {
			return false;
		}
	}

	private static IllegalArgumentException unknown(String variable, Path file) {
		return new IllegalArgumentException("the variable ${" + variable + "} of launch file " + file
				+ " has no value outside of Eclipse; use the command line that Eclipse shows for the configuration");
	}
}
