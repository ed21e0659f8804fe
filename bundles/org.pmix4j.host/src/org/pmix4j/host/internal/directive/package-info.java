// SPDX-License-Identifier: EPL-2.0
/** The directives that each call of a process honors, and what becomes of the others. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.directive;
