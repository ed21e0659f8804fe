// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.launching.JavaRuntime;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.ProgramKind;

/** The kind of programs that are Java classes of the workspace. Stateless. */
public final class JavaKind implements ProgramKind {
	/** For the extension registry. */
	public JavaKind() {
	}

	@Override
	public List<LaunchProblem> check(ILaunchConfiguration configuration) throws CoreException {
		String project = projectName(configuration);
		if (project.isEmpty()) {
			return error(PmixLaunchConstants.ATTR_JAVA_PROJECT, Messages.JavaKind_noProject);
		}
		Optional<IJavaProject> java = javaProject(project);
		if (java.isEmpty()) {
			IProject named = ResourcesPlugin.getWorkspace().getRoot().getProject(project);
			return error(PmixLaunchConstants.ATTR_JAVA_PROJECT, !named.exists() ? Messages.JavaKind_projectMissing
					: named.isOpen() ? Messages.JavaKind_noJavaProject : Messages.JavaKind_projectClosed, project);
		}
		try {
			JavaRuntime.computeVMInstall(configuration);
		} catch (CoreException e) {
			return error(PmixLaunchConstants.ATTR_JAVA_PROJECT, Messages.JavaKind_noMachine, project, e.getStatus().getMessage());
		}
		return checkType(java.get(), configuration);
	}

	private static List<LaunchProblem> checkType(IJavaProject project, ILaunchConfiguration configuration) throws CoreException {
		String name = configuration.getAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "").strip();
		if (name.isEmpty()) {
			return error(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, Messages.JavaKind_noType);
		}
		IType type = project.findType(name.replace('$', '.'));
		if (type == null) {
			return error(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, Messages.JavaKind_typeMissing, name, project.getElementName());
		}
		return MainTypes.hasMain(type) ? List.of() : error(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, Messages.JavaKind_noMain, name);
	}

	private static List<LaunchProblem> error(String attribute, String pattern, Object... values) {
		return List.of(LaunchProblem.error(attribute, MessageFormat.format(pattern, values)));
	}

	@Override
	public ProgramCommand command(ILaunchConfiguration configuration) throws CoreException {
		return JavaCommand.of(configuration);
	}

	@Override
	public Optional<IProject> project(ILaunchConfiguration configuration) throws CoreException {
		return javaProject(projectName(configuration)).map(IJavaProject::getProject);
	}

	@Override
	public List<ProgramCandidate> candidates(Object selected, IProgressMonitor monitor) throws CoreException {
		List<ProgramCandidate> found = new ArrayList<>();
		for (IType type : MainTypes.in(selected, monitor)) {
			found.add(new ProgramCandidate(type.getElementName(), Map.of(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA,
					PmixLaunchConstants.ATTR_JAVA_PROJECT, type.getJavaProject().getElementName(),
					PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, type.getFullyQualifiedName()), Optional.ofNullable(type.getUnderlyingResource())));
		}
		return found;
	}

	private static String projectName(ILaunchConfiguration configuration) throws CoreException {
		return configuration.getAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "").strip();
	}

	/** Returns the open Java project of that name, if there is one. */
	private static Optional<IJavaProject> javaProject(String name) {
		if (name.isEmpty()) {
			return Optional.empty();
		}
		IJavaProject project = JavaCore.create(ResourcesPlugin.getWorkspace().getRoot()).getJavaProject(name);
		return Optional.of(project).filter(IJavaProject::exists);
	}
}
