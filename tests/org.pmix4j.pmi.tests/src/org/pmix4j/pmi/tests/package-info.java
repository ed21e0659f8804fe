// SPDX-License-Identifier: EPL-2.0
/** Tests of PMI without a process: the codec, and the service on a simulated loop. Expected texts are those of mpiexec.hydra -verbose. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.pmi.tests;
