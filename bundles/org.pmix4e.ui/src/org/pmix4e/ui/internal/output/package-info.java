// SPDX-License-Identifier: EPL-2.0
/** The view PMIx Output, which shows and filters the output of all ranks of a job. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.output;
