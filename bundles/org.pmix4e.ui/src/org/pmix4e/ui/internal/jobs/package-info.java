// SPDX-License-Identifier: EPL-2.0
/** The view PMIx Jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.jobs;
