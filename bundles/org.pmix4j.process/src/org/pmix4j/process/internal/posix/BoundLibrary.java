// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Binds the C library by JNA. The native executable is compiled with another class of this name, releng/native/src. Stateless.
 * <p>
 * The functions are not bound by {@link Native#register(Class)}, which costs a launcher 14 % of its CPU time (releng/benchmarks).
 */
final class BoundLibrary implements CLibrary {
	private static final NativeLibrary PROCESS = NativeLibrary.getProcess();

	/** Without a lambda, as it is used at the start of the command. */
	private record JnaFunction(Function function) implements CFunction {
		@Override
		public long call(long... arguments) {
			Object[] boxed = new Object[arguments.length];
			for (int i = 0; i < arguments.length; i++) {
				boxed[i] = arguments[i];
			}
			return function.invokeLong(boxed);
		}
	}

	@Override
	public CFunction function(String name) {
		return new JnaFunction(PROCESS.getFunction(name));
	}

	@Override
	public long address(String name) {
		return Pointer.nativeValue(PROCESS.getFunction(name));
	}

	@Override
	public long address(ByteBuffer direct) {
		return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
	}

	@Override
	public int errno() {
		return Native.getLastError();
	}
}
