// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IModuleDescription;
import org.eclipse.jdt.launching.IVMInstall;
import org.eclipse.jdt.launching.JavaLaunchDelegate;
import org.eclipse.jdt.launching.JavaRuntime;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.ProgramCommand;

/** Builds the command of a Java class: runtime, class path, module path and options are those of a Java Application launch. Stateless. */
final class JavaCommand {
	private static final List<String> ENCODINGS = List.of("file.encoding", "stdout.encoding", "stderr.encoding");

	private JavaCommand() {
	}

	static ProgramCommand of(ILaunchConfiguration configuration) throws CoreException {
		JavaLaunchDelegate java = new JavaLaunchDelegate();
		IVMInstall machine = java.verifyVMInstall(configuration);
		List<String> words = new ArrayList<>();
		if (machine.getVMArguments() != null) {
			words.addAll(List.of(machine.getVMArguments()));
		}
		words.addAll(List.of(DebugPlugin.parseArguments(java.getVMArguments(configuration))));
		addEncodings(words, DebugPlugin.getDefault().getLaunchManager().getEncoding(configuration));
		words.addAll(List.of(DebugPlugin.parseArguments(moduleOptions(java, configuration))));
		String[][] paths = java.getClasspathAndModulepath(configuration);
		addPath(words, "-cp", paths[0]);
		boolean modular = paths.length > 1 && addPath(words, "-p", paths[1]);
		addMain(words, configuration, modular);
		return new ProgramCommand(type(configuration), executable(machine), words);
	}

	/** Adds options that make ranks write in the encoding of the launch, which the console decodes. */
	private static void addEncodings(List<String> words, String encoding) {
		for (String property : ENCODINGS) {
			String option = "-D" + property + "=";
			if (words.stream().noneMatch(word -> word.startsWith(option))) {
				words.add(option + encoding);
			}
		}
	}

	private static String moduleOptions(JavaLaunchDelegate java, ILaunchConfiguration configuration) throws CoreException {
		return JavaRuntime.isModularConfiguration(configuration) ? java.getModuleCLIOptions(configuration) : "";
	}

	private static boolean addPath(List<String> words, String option, String[] entries) {
		if (entries == null || entries.length == 0) {
			return false;
		}
		words.add(option);
		words.add(String.join(File.pathSeparator, entries));
		return true;
	}

	private static void addMain(List<String> words, ILaunchConfiguration configuration, boolean modular) throws CoreException {
		String type = type(configuration);
		IJavaProject project = JavaRuntime.getJavaProject(configuration);
		IModuleDescription module = modular && project != null ? project.getModuleDescription() : null;
		if (module == null) {
			words.add(type);
		} else {
			words.addAll(List.of("-m", module.getElementName() + "/" + type));
		}
	}

	private static String type(ILaunchConfiguration configuration) throws CoreException {
		return configuration.getAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "").strip();
	}

	private static String executable(IVMInstall machine) throws CoreException {
		Path home = machine.getInstallLocation().toPath();
		Path executable = home.resolve("bin").resolve("java");
		if (!Files.isExecutable(executable)) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.JavaCommand_noExecutable, machine.getName(), home)));
		}
		return executable.toString();
	}
}
