// SPDX-License-Identifier: EPL-2.0
/** Tests of the model and its generated constants. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.tests;
