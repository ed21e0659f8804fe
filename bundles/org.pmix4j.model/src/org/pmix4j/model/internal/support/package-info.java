// SPDX-License-Identifier: EPL-2.0
/** The attributes that each function honors, in the form in which peers exchange them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.internal.support;
