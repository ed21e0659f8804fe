// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.executable;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmix4e.core.internal.configuration.Attributes;
import org.pmix4e.core.internal.configuration.ProgramCheck;
import org.pmix4e.core.internal.configuration.SourceFiles;

import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.ProgramKind;

/** The kind of programs that are executable files, compiled programs and scripts. Stateless. */
public final class ExecutableKind implements ProgramKind {
	private static final String PYTHON = "python3";
	private static final Set<String> MAKEFILES = Set.of("Makefile", "makefile", "GNUmakefile");

	/** For the extension registry. */
	public ExecutableKind() {
	}

	@Override
	public List<LaunchProblem> check(ILaunchConfiguration configuration) throws CoreException {
		if (Attributes.asksUser(configuration, PmixLaunchConstants.ATTR_PROGRAM)) {
			return List.of();
		}
		String program = Attributes.text(configuration, PmixLaunchConstants.ATTR_PROGRAM, "");
		if (program.isEmpty()) {
			return List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_PROGRAM, Messages.ExecutableKind_none));
		}
		return ProgramCheck.problem(program, configuration).stream()
				.map(reason -> LaunchProblem.error(PmixLaunchConstants.ATTR_PROGRAM, reason)).toList();
	}

	@Override
	public ProgramCommand command(ILaunchConfiguration configuration) throws CoreException {
		String program = Attributes.text(configuration, PmixLaunchConstants.ATTR_PROGRAM, "");
		return new ProgramCommand(program.substring(program.lastIndexOf('/') + 1), program, List.of());
	}

	@Override
	public Optional<IProject> project(ILaunchConfiguration configuration) {
		try {
			Path program = Path.of(Attributes.known(configuration, PmixLaunchConstants.ATTR_PROGRAM));
			if (program.isAbsolute()) {
				IFile file = ResourcesPlugin.getWorkspace().getRoot().getFileForLocation(IPath.fromPath(program));
				return Optional.ofNullable(file).map(IResource::getProject);
			}
		} catch (CoreException | InvalidPathException e) {
			// the program has no project; check reports the reason
		}
		return Optional.empty();
	}

	@Override
	public List<ProgramCandidate> candidates(Object selected, IProgressMonitor monitor) throws CoreException {
		IResource resource = Adapters.adapt(selected, IResource.class);
		List<ProgramCandidate> found = new ArrayList<>();
		if (resource instanceof IFile file) {
			addIfExecutable(file, found);
			if (found.isEmpty()) {
				addFor(file, monitor, found);
			}
		} else if (resource instanceof IContainer container && container.isAccessible()) {
			addAll(container, monitor, found);
		}
		return found;
	}

	private static void addAll(IContainer container, IProgressMonitor monitor, List<ProgramCandidate> found) throws CoreException {
		container.accept(member -> {
			if (monitor.isCanceled()) {
				throw new OperationCanceledException();
			}
			if (member instanceof IFile file) {
				addIfExecutable(file, found);
			}
			return !member.getName().startsWith(".");
		});
	}

	/** Adds what a file that is not a program itself stands for: the program built from it, or the interpreter that runs it. */
	private static void addFor(IFile file, IProgressMonitor monitor, List<ProgramCandidate> found) throws CoreException {
		if (MAKEFILES.contains(file.getName())) {
			addAll(file.getParent(), monitor, found);
		} else if (SourceFiles.isPython(file.getName()) && file.getLocation() != null) {
			// unbuffered, because the output of a rank is not a terminal's
			found.add(new ProgramCandidate(file.getName(), Map.of(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_EXECUTABLE,
					PmixLaunchConstants.ATTR_PROGRAM, PYTHON, PmixLaunchConstants.ATTR_ARGUMENTS, "-u \"${workspace_loc:" + file.getFullPath() + "}\""),
					Optional.of(file)));
		} else {
			SourceFiles.programs(file.getName()).map(program -> file.getParent().getFile(IPath.fromOSString(program)))
					.forEach(program -> addIfExecutable(program, found));
		}
	}

	private static void addIfExecutable(IFile file, List<ProgramCandidate> found) {
		IPath location = file.getLocation();
		if (location != null && Files.isRegularFile(location.toPath()) && Files.isExecutable(location.toPath())) {
			found.add(new ProgramCandidate(file.getName(), Map.of(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_EXECUTABLE,
					PmixLaunchConstants.ATTR_PROGRAM, "${workspace_loc:" + file.getFullPath() + "}"), Optional.of(file)));
		}
	}
}
