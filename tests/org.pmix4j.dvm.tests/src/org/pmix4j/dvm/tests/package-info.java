// SPDX-License-Identifier: EPL-2.0
/** Tests of the engines for servers that are already there, PRRTE and Slurm: of single rules, and with the real servers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.dvm.tests;
