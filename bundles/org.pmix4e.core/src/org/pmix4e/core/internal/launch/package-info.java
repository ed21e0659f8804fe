// SPDX-License-Identifier: EPL-2.0
/** The delegate behind Run As &gt; PMIx Job, and the processes of a launch. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.launch;
