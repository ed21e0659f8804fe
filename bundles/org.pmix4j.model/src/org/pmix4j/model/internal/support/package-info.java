// SPDX-License-Identifier: EPL-2.0
/** The attributes that functions honor, as peers tell each other. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.internal.support;
