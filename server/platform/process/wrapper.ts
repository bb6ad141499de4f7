// The few lines of shell around every command. They outlive the panel, so the exit code is on disk even when nobody was
// there to hear of it, and that its file is there proves that the command was really started.

/**
 * Arguments after the script: the file for the mark, command before, command after, then the command itself.
 *
 * - TERM reaches the whole group; the wrapper only notes it, lets the command end, and skips what would come next.
 * - The commands before and after are evaluated in the wrapper's own shell, so what they export reaches the command;
 *   one that calls `exit` ends the run with that code, which the EXIT trap still writes down.
 * - The shell's own remark on a killed command ("Terminated") does not belong in the log: its standard error is closed,
 *   the command has the log as number 3. The subshell is there because dash redirects in the parent otherwise.
 */
export const WRAPPER = `
mark=$1 before=$2 after=$3; shift 3
exec 3>&2 2>/dev/null
: > "$mark"
leave() { code=$?; trap - EXIT; echo "$code" >> "$mark"; exit "$code"; }
trap leave EXIT
trap 'stopped=1' TERM INT HUP
if [ -n "$before" ]; then eval "$before" 2>&3 3>&-; fi
if [ -n "$stopped" ]; then exit 143; fi
(exec "$@" 2>&3 3>&-)
code=$?
if [ -n "$after" ] && [ -z "$stopped" ]; then eval "$after" 2>&3 3>&-; fi
exit "$code"
`;
