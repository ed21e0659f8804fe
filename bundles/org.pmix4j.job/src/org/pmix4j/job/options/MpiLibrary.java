// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/** The libraries whose programs find their launcher and each other, as srun names them. */
public enum MpiLibrary {
	/** Any of those below. */
	AUTO(true, true),
	/** Libraries that use PMIx, such as Open MPI and OpenSHMEM. */
	PMIX(true, false),
	/** Libraries that use PMI, such as MPICH, and are to use PMI-1 if they know both versions. */
	PMI1(false, true),
	/** The same libraries, if they are to use PMI-2. */
	PMI2(false, true),
	/** No library: each process is alone. */
	NONE(false, false);

	private final boolean pmix;
	private final boolean pmi1;

	MpiLibrary(boolean pmix, boolean pmi1) {
		this.pmix = pmix;
		this.pmi1 = pmi1;
	}

	/** {@return whether ranks find the PMIx server} */
	public boolean hasPmix() {
		return pmix;
	}

	/** {@return whether ranks find the PMI service} */
	public boolean hasPmi() {
		return pmi1;
	}
}
