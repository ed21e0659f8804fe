// SPDX-License-Identifier: EPL-2.0
/** How a DVM starts and why it does not. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.prrte.internal;
