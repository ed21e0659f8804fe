// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.core.IClassFile;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaElement;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IMember;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IOrdinaryClassFile;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.JavaModelException;
import org.eclipse.jdt.core.search.IJavaSearchConstants;
import org.eclipse.jdt.core.search.IJavaSearchScope;
import org.eclipse.jdt.core.search.SearchEngine;
import org.eclipse.jdt.core.search.SearchMatch;
import org.eclipse.jdt.core.search.SearchParticipant;
import org.eclipse.jdt.core.search.SearchPattern;
import org.eclipse.jdt.core.search.SearchRequestor;

/** Finds types with a main method. Stateless. */
final class MainTypes {
	/** The first version in which a main method needs to be neither static nor public (JEP 512). */
	private static final String FLEXIBLE_MAIN = "25";

	private MainTypes() {
	}

	/** Returns the types with a main method in a selected type, file, package or project, or around a selected member. */
	static Set<IType> in(Object selected, IProgressMonitor monitor) throws CoreException {
		Set<IType> found = new LinkedHashSet<>();
		Optional<IJavaElement> element = element(selected);
		if (element.isPresent()) {
			switch (element.get()) {
				case IType type -> addEnclosing(type, found);
				case IMember member -> addEnclosing(member.getDeclaringType(), found);
				case ICompilationUnit unit -> addAll(List.of(unit.getTypes()), found);
				case IOrdinaryClassFile file -> addAll(List.of(file.getType()), found);
				default -> addContained(element.get(), found, monitor);
			}
		}
		return found;
	}

	static boolean hasMain(IType type) throws JavaModelException {
		for (IMethod method : type.getMethods()) {
			if (method.isMainMethod() || isFlexible(type.getJavaProject()) && method.isMainMethodCandidate()) {
				return true;
			}
		}
		return false;
	}

	private static boolean isFlexible(IJavaProject project) {
		return JavaCore.compareJavaVersions(project.getOption(JavaCore.COMPILER_COMPLIANCE, true), FLEXIBLE_MAIN) >= 0;
	}

	private static Optional<IJavaElement> element(Object selected) {
		IJavaElement adapted = Adapters.adapt(selected, IJavaElement.class);
		if (adapted == null) {
			IResource resource = Adapters.adapt(selected, IResource.class);
			adapted = resource == null ? null : JavaCore.create(resource);
		}
		return Optional.ofNullable(adapted).filter(IJavaElement::exists);
	}

	/** Adds the innermost type around a selection that has a main method; without one, all types of the file. */
	private static void addEnclosing(IType inner, Set<IType> found) throws JavaModelException {
		for (IType type = inner; type != null; type = type.getDeclaringType()) {
			if (hasMain(type)) {
				found.add(type);
				return;
			}
		}
		IClassFile file = inner.getClassFile();
		if (file == null) {
			addAll(List.of(inner.getCompilationUnit().getTypes()), found);
		}
	}

	private static void addAll(List<IType> types, Set<IType> found) throws JavaModelException {
		for (IType type : types) {
			if (hasMain(type)) {
				found.add(type);
			}
			addAll(List.of(type.getTypes()), found);
		}
	}

	/** Searches the index for methods named main, which avoids reading every file of a project. */
	private static void addContained(IJavaElement element, Set<IType> found, IProgressMonitor monitor) throws CoreException {
		SearchPattern pattern = SearchPattern.createPattern("main", IJavaSearchConstants.METHOD, IJavaSearchConstants.DECLARATIONS,
				SearchPattern.R_EXACT_MATCH | SearchPattern.R_CASE_SENSITIVE);
		SearchRequestor requestor = new SearchRequestor() {
			@Override
			public void acceptSearchMatch(SearchMatch match) throws CoreException {
				if (match.getElement() instanceof IMethod method && hasMain(method.getDeclaringType())) {
					found.add(method.getDeclaringType());
				}
			}
		};
		new SearchEngine().search(pattern, new SearchParticipant[] { SearchEngine.getDefaultSearchParticipant() },
				SearchEngine.createJavaSearchScope(true, new IJavaElement[] { element }, IJavaSearchScope.SOURCES),
				requestor, monitor);
	}
}
