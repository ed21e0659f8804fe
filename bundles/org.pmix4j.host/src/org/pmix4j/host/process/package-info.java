// SPDX-License-Identifier: EPL-2.0
/** The Linux process layer: spawns, pumps, signals and reaps local processes, and leaves nothing behind. Knows no PMIx. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.process;
