#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# start-workbench.sh WORKSPACE LOG COMMAND... - starts a workbench, with a new workspace in WORKSPACE, on a display of its own. Ends it as soon
# as it has opened its window with the Debug perspective, which shows views of PMIx4E. Fails if that takes minutes, or if errors are logged.
# COMMAND must become a JVM of the JDK in JAVA_HOME.
set -eu
if [ "${1:-}" != --displayed ]; then
	command -v xvfb-run >/dev/null || {
		echo "start-workbench.sh: the workbench is not started, as xvfb-run is missing" >&2
		exit 0
	}
	exec xvfb-run -a "$0" --displayed "$@"
fi
workspace=$2 log=$3
shift 3
"$@" -data "$workspace" -consoleLog -nosplash -perspective org.eclipse.debug.ui.DebugPerspective >"$log" 2>&1 &
workbench=$!
turns=0
# waits for events of the user once the window is open
until "$JAVA_HOME/bin/jstack" $workbench 2>/dev/null | grep -q 'WorkbenchAdvisor\.eventLoopIdle'; do
	turns=$((turns + 1))
	if [ $turns -gt 200 ] || ! kill -0 $workbench 2>/dev/null; then
		kill $workbench 2>/dev/null || :
		echo "start-workbench.sh: the workbench does not open:" >&2
		tail -n 20 "$log" >&2
		exit 1
	fi
	sleep 2
done
kill $workbench
wait $workbench || :
# the platform looks for xdg-mime, which a system without a desktop may lack
! sed 's/^!ENTRY org\.eclipse\.urischeme 4 //' "$log" | grep -A 3 '^!ENTRY [^ ]* 4 ' >&2 || {
	echo "start-workbench.sh: the workbench has logged the errors above" >&2
	exit 1
}
