// SPDX-License-Identifier: EPL-2.0
/** Tests of the model, its generated constants among them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.tests;
