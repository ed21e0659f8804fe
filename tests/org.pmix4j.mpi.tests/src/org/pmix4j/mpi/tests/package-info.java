// SPDX-License-Identifier: EPL-2.0
/** Tests of the launcher with programs of MPI libraries: Open MPI 4 and 5, MPICH over PMI-1 and PMI-2, and several in one job. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.mpi.tests;
