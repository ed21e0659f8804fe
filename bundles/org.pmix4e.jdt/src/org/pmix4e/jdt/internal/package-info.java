// SPDX-License-Identifier: EPL-2.0
/** Java classes as ranks of PMIx jobs: class path and virtual machine come from their projects. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.jdt.internal;
