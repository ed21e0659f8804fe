// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.output.JobOutput;

/**
 * A whole job in its launch. It owns the streams of all ranks, so a job has one console. It terminates when every rank has been reaped
 * and all output was delivered; its exit value is that of a launcher. Its ranks are {@link JobRankProcess}es of the same launch.
 */
public interface JobProcess extends IProcess {
	/** {@return the short name of its program: that of the file or of the Java class} */
	String programName();

	/** {@return its ranks in their order} */
	List<JobRankProcess> ranks();

	/** {@return its row in the model, once the server knows it} */
	Optional<NamespaceElement> element();

	/** {@return the standard input of the ranks} */
	JobInput input();

	/** {@return the output of the ranks} */
	JobOutput output();

	/** {@return whether the job runs and a plug-in is installed whose debugger attaches to ranks that run} */
	boolean canAttachDebugger();

	/**
	 * Attaches debuggers to ranks that run, whether the job was launched in run or in debug mode, to each by what it runs. Ranks without a
	 * process are left out. Does not wait; the output of the job names the ranks to which no debugger can be attached, and why.
	 *
	 * @param chosen the numbers of ranks
	 * @throws CoreException if none of them runs
	 */
	void attachDebugger(List<Integer> chosen) throws CoreException;
}
