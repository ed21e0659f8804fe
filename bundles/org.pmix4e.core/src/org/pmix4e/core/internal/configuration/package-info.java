// SPDX-License-Identifier: EPL-2.0
/** Reads launch configurations. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.configuration;
