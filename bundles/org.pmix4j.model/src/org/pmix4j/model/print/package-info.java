// SPDX-License-Identifier: EPL-2.0
/** Texts for people about values, in the form and the words of the C library. */
@NullMarked
package org.pmix4j.model.print;

import org.jspecify.annotations.NullMarked;
