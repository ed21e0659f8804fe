// SPDX-License-Identifier: EPL-2.0
/** Programs of the system that do work for the host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.program;
