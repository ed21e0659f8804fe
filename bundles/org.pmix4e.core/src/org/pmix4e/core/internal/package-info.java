// SPDX-License-Identifier: EPL-2.0
/** How jobs are launched, followed and read; nobody else's business. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal;
