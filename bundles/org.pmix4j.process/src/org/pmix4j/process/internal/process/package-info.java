// SPDX-License-Identifier: EPL-2.0
/** The Linux process layer: spawns, pumps, signals and reaps local processes. Knows no PMIx. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.internal.process;
