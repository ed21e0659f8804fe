// SPDX-License-Identifier: EPL-2.0
/** The servers of this workbench and the attached ones, and the model of what runs under them, over the engines of both. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.server;
