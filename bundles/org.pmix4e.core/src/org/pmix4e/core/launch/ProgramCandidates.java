// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.SubMonitor;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationType;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.spi.ProgramCandidate;
import org.pmix4e.core.spi.ProgramKind;

/** Finds programs in a selection, and the launch configurations for them: "Run As" without its dialogs. Stateless. */
public final class ProgramCandidates {
	private ProgramCandidates() {
	}

	/**
	 * Searches a selection for programs that can run as ranks. May take long for a project.
	 *
	 * @param selected the elements of the selection, such as resources or Java elements
	 * @param monitor  for progress and cancellation
	 * @return the programs of all kinds, without duplicates
	 * @throws CoreException with the reason if the search fails
	 */
	public static List<ProgramCandidate> find(Collection<?> selected, IProgressMonitor monitor) throws CoreException {
		List<ProgramKind> kinds = ProgramKinds.all();
		SubMonitor progress = SubMonitor.convert(monitor, selected.size() * kinds.size());
		Set<ProgramCandidate> found = new LinkedHashSet<>();
		for (Object each : selected) {
			for (ProgramKind kind : kinds) {
				found.addAll(kind.candidates(each, progress.split(1)));
			}
		}
		return List.copyOf(found);
	}

	/**
	 * Finds the configurations that launch a program.
	 *
	 * @param candidate a program
	 * @return the configurations
	 * @throws CoreException if the configurations cannot be read
	 */
	public static List<ILaunchConfiguration> configurations(ProgramCandidate candidate) throws CoreException {
		List<ILaunchConfiguration> found = new ArrayList<>();
		for (ILaunchConfiguration configuration : manager().getLaunchConfigurations(type())) {
			if (launches(configuration, candidate)) {
				found.add(configuration);
			}
		}
		return found;
	}

	/**
	 * Creates a configuration that is ready to run, with as many ranks as the last launch. The caller saves it.
	 *
	 * @param candidate a program
	 * @return the configuration
	 * @throws CoreException if it cannot be created
	 */
	public static ILaunchConfigurationWorkingCopy newConfiguration(ProgramCandidate candidate) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = newConfiguration(candidate.name());
		candidate.attributes().forEach((name, value) -> copy.setAttribute(name, value));
		candidate.resource().ifPresent(resource -> copy.setMappedResources(new IResource[] { resource }));
		return copy;
	}

	/**
	 * Creates a configuration without a program, with as many ranks as the last launch. The caller saves it.
	 *
	 * @param name its name, to which a number is added if another configuration has it
	 * @return the configuration
	 * @throws CoreException if it cannot be created
	 */
	public static ILaunchConfigurationWorkingCopy newConfiguration(String name) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = type().newInstance(null, manager().generateLaunchConfigurationName(name));
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks());
		return copy;
	}

	private static boolean launches(ILaunchConfiguration configuration, ProgramCandidate candidate) throws CoreException {
		for (Map.Entry<String, String> attribute : candidate.attributes().entrySet()) {
			boolean isKind = attribute.getKey().equals(PmixLaunchConstants.ATTR_KIND);
			String otherwise = isKind ? PmixLaunchConstants.KIND_EXECUTABLE : "";
			if (!configuration.getAttribute(attribute.getKey(), otherwise).equals(attribute.getValue())) {
				return false;
			}
		}
		return true;
	}

	private static ILaunchConfigurationType type() {
		return manager().getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB);
	}

	private static ILaunchManager manager() {
		return DebugPlugin.getDefault().getLaunchManager();
	}
}
