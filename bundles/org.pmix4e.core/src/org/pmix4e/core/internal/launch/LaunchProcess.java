// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.core.runtime.PlatformObject;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;

/**
 * Base of the processes of a launch: attributes, exit value and debug events. Owned by the launch; may be used from any thread. Nothing
 * here blocks, because the platform dispatches debug events on a thread of its own.
 */
abstract sealed class LaunchProcess extends PlatformObject implements IProcess
		permits LaunchedJobProcess, WatchedJobProcess, LaunchedRankProcess {
	private final ILaunch launch;
	private final Map<String, String> attributes = new ConcurrentHashMap<>();
	private final AtomicBoolean added = new AtomicBoolean();
	private volatile OptionalInt exitValue = OptionalInt.empty();

	LaunchProcess(ILaunch launch) {
		this.launch = launch;
	}

	/** Sets an attribute during construction, without an event. */
	final void initialize(String key, String value) {
		attributes.put(key, value);
	}

	/** Adds the process to its launch, whose views do not know it before. Calls after the first have no effect. */
	void addToLaunch() {
		if (added.compareAndSet(false, true)) {
			launch.addProcess(this);
			fire(DebugEvent.CREATE);
		}
	}

	/** Terminates the process. Calls after the first have no effect. */
	void terminated(int value) {
		synchronized (this) {
			if (exitValue.isPresent()) {
				return;
			}
			attributes.put(DebugPlugin.ATTR_TERMINATE_TIMESTAMP, Long.toString(System.currentTimeMillis()));
			exitValue = OptionalInt.of(value);
		}
		fire(DebugEvent.TERMINATE);
	}

	/** Reports a change of its label or attributes. */
	void changed() {
		fire(DebugEvent.CHANGE);
	}

	private void fire(int kind) {
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null && added.get()) {
			debug.fireDebugEventSet(new DebugEvent[] { new DebugEvent(this, kind) });
		}
	}

	@Override
	public ILaunch getLaunch() {
		return launch;
	}

	@Override
	public boolean isTerminated() {
		return exitValue.isPresent();
	}

	@Override
	public int getExitValue() throws DebugException {
		return exitValue.orElseThrow(() -> new DebugException(Status.error(Messages.LaunchProcess_noExitValue)));
	}

	@Override
	public void setAttribute(String key, @Nullable String value) {
		String before = value == null ? attributes.remove(key) : attributes.put(key, value);
		if (!Objects.equals(before, value)) {
			changed();
		}
	}

	@Override
	public @Nullable String getAttribute(String key) {
		return attributes.get(key);
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		if (adapter.isInstance(this)) {
			return adapter.cast(this);
		}
		if (adapter == ILaunch.class) {
			return adapter.cast(launch);
		}
		if (adapter == ILaunchConfiguration.class) {
			return adapter.cast(launch.getLaunchConfiguration());
		}
		return super.getAdapter(adapter);
	}
}
