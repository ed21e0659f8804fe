// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.executable;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmix4e.core.internal.configuration.Attributes;
import org.pmix4e.core.internal.configuration.LaunchPlace;

import java.text.MessageFormat;
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
import org.pmix4j.process.ProgramSearch;

/** The kind of programs that are executable files, compiled programs and scripts. Stateless. */
public final class ExecutableKind implements ProgramKind {
	private static final String PYTHON = "python3";
	private static final Set<String> SOURCES = Set.of("c", "cc", "cpp", "cxx", "c++", "f", "for", "f77", "f90", "f95", "f03", "f08");
	private static final List<String> PROGRAM_ENDINGS = List.of("", ".out", ".exe", ".x");
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
		ProgramSearch search = ProgramSearch.of(program, LaunchPlace.directory(configuration), LaunchPlace.environment(configuration));
		return search.isFound() ? List.of() : List.of(LaunchProblem.error(PmixLaunchConstants.ATTR_PROGRAM, reason(program, search)));
	}

	private static String reason(String program, ProgramSearch search) {
		String file = search.file().map(Path::toString).orElse(program);
		return switch (search.outcome()) {
			case NOT_IN_PATH -> MessageFormat.format(Messages.ExecutableKind_notInPath, program, search.path());
			case DIRECTORY -> MessageFormat.format(Messages.ExecutableKind_directory, file);
			case NOT_EXECUTABLE -> MessageFormat.format(Messages.ExecutableKind_notExecutable, file);
			case NO_EXECUTION -> MessageFormat.format(Messages.ExecutableKind_noExecution, file);
			case UNREACHABLE -> MessageFormat.format(Messages.ExecutableKind_unreachable, file);
			case NOT_FOUND, BAD_NAME, FOUND -> MessageFormat.format(Messages.ExecutableKind_missing, file);
		};
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
		String extension = String.valueOf(file.getFileExtension()).toLowerCase(Locale.ROOT);
		String stem = file.getFullPath().removeFileExtension().lastSegment();
		if (MAKEFILES.contains(file.getName())) {
			addAll(file.getParent(), monitor, found);
		} else if (SOURCES.contains(extension)) {
			PROGRAM_ENDINGS.stream().map(ending -> file.getParent().getFile(IPath.fromOSString(stem + ending)))
					.filter(program -> program.getLocation() != null).forEach(program -> addIfExecutable(program, found));
		} else if (extension.equals("py") && file.getLocation() != null) {
			// unbuffered, because the output of a rank is not a terminal's
			found.add(new ProgramCandidate(file.getName(), Map.of(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_EXECUTABLE,
					PmixLaunchConstants.ATTR_PROGRAM, PYTHON, PmixLaunchConstants.ATTR_ARGUMENTS, "-u \"${workspace_loc:" + file.getFullPath() + "}\""),
					Optional.of(file)));
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
