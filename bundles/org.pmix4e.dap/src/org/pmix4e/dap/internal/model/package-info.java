// SPDX-License-Identifier: EPL-2.0
/** Ranks under a debug adapter as Eclipse's debug model: targets, threads, frames, variables and breakpoints. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.internal.model;
