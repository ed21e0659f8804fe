// SPDX-License-Identifier: EPL-2.0
/** Tests of PMI-1 and PMI-2 without a process: the codec, and the service on a simulated loop. Expected lines are those of mpiexec.hydra -verbose. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.pmi.tests;
