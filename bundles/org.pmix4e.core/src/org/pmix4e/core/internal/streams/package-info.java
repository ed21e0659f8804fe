// SPDX-License-Identifier: EPL-2.0
/** The standard streams of a job in the form that the consoles of the platform read and write. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.streams;
