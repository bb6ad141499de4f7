// The few lines of shell around every command. They outlive the panel, so the exit code is on disk even when the panel was
// not running, and the existence of the file proves that the command was really started.

/** What runs around a command besides the command itself, in this order; null entries are left out. */
export interface Around {
  /** File that is evaluated first. */
  firstFile: string | null;
  /** File that is evaluated before the command. */
  beforeFile: string | null;
  /** Line that is evaluated before the command, after the file. */
  before: string | null;
  /** File that is evaluated after the command, whatever its result. */
  afterFile: string | null;
  /** Line that is evaluated after the command and that file. */
  after: string | null;
  /** Separate command that runs last; empty for none. It does not change the exit code. */
  last: readonly string[];
  /** What the files and lines receive as `$1` and so on. */
  words: readonly string[];
  /**
   * Whether the command is bash with a script, which is evaluated in the shell of the files and lines: all of them see each
   * other's variables and functions, and the script may `return`.
   */
  isSourced: boolean;
}

export interface Wrapped {
  /** File used only by this start, created when the command begins; receives its exit code. */
  exitFile: string;
  /** Program and its fixed arguments. */
  command: readonly string[];
  /** Arguments after `command`. */
  args: readonly string[];
  around: Around;
}

/** Paths of the system's shells. */
export interface Shells {
  /** Undefined when not installed. */
  bash: string | undefined;
  sh: string;
}

/** No hooks around a command. */
export const nothingAround: Around = {
  firstFile: null,
  beforeFile: null,
  before: null,
  afterFile: null,
  after: null,
  last: [],
  words: [],
  isSourced: false,
};

/** Returns the command line that starts a command inside its wrapper. No path or argument ever becomes part of a shell line. */
export function wrap(
  { exitFile, command, args, around }: Wrapped,
  { bash, sh }: Shells,
): [string, ...string[]] {
  const { firstFile, beforeFile, before, afterFile, after, last, words, isSourced } = around;
  const texts = [firstFile, beforeFile, before, afterFile, after].map((text) => text ?? "");
  if (isSourced) {
    const [shell = "", script = ""] = command;
    const sourced = [shell, "-c", SOURCED, script, ...texts, String(words.length), ...words, ...args];
    const text = afterFile === null && after === null ? PLAIN : WITH_SOURCED;
    return [sh, "-c", text, "sundial", exitFile, ...sourced];
  }
  // dash starts faster; only what users wrote needs bash.
  if (texts.every((text) => text === "") && last.length === 0) {
    return [sh, "-c", PLAIN, "sundial", exitFile, ...command, ...args];
  }
  const [shell, text] = bash === undefined ? [sh, aroundIn(posix)] : [bash, aroundIn(bashWays)];
  const all = [...command, ...args];
  const counts = [String(last.length), String(all.length)];
  return [shell, "-c", text, "sundial", exitFile, ...texts, ...counts, ...last, ...all, ...words];
}

/**
 * - TERM reaches the whole group; the wrapper only records it, lets the command end, and skips the remaining steps.
 * - The shell's own message about a killed command ("Terminated") does not belong in the log: its standard error is closed,
 *   and the command gets the log as descriptor 3. The subshell is needed because dash otherwise redirects in the parent.
 */
const PLAIN = `
sundial_exit_file=$1; shift
exec 3>&2 2>/dev/null
: > "$sundial_exit_file"
leave() { code=$?; trap - EXIT; echo "$code" >> "$sundial_exit_file"; exit "$code"; }
trap leave EXIT
trap 'stopped=1' TERM INT HUP
if [ -n "$stopped" ]; then exit 143; fi
(exec "$@" 2>&3 3>&-)
exit "$?"
`;

/** How a shell does what POSIX shell syntax cannot express well. */
interface Ways {
  /** Takes the counted arguments out of `$@`. */
  take: string;
  evaluateFile(name: string): string;
  evaluate(name: string): string;
  command: string;
  last: string;
}

// At the top level, where `declare` in a file sets variables for everything that follows. Inside a function it would not.
const bashWays: Ways = {
  take: `sundial_last=("\${@:1:sundial_last_count}"); shift "$sundial_last_count"
sundial_command=("\${@:1:sundial_command_count}"); shift "$sundial_command_count"; sundial_words=("$@")`,
  evaluateFile: (name) => `set -- "\${sundial_words[@]}"; . "$${name}" 2>&3 3>&-`,
  evaluate: (name) => `set -- "\${sundial_words[@]}"; eval "$${name}" 2>&3 3>&-`,
  command: `exec "\${sundial_command[@]}"`,
  last: `exec "\${sundial_last[@]}"`,
};

// Without arrays, only a function can have arguments that differ from the wrapper's.
const posix: Ways = {
  take:
    `sundial_file() { sundial_here=$1; shift "$((1 + sundial_last_count + sundial_command_count))"; . "$sundial_here"; }
sundial_line() { sundial_here=$1; shift "$((1 + sundial_last_count + sundial_command_count))"; eval "$sundial_here"; }
sundial_exec() {
  sundial_left=$2; shift "$((2 + $1))"; sundial_all=$#
  for sundial_word; do
    if [ "$sundial_left" -gt 0 ]; then set -- "$@" "$sundial_word"; fi
    sundial_left=$((sundial_left - 1))
  done
  shift "$sundial_all"; exec "$@"
}`,
  evaluateFile: (name) => `sundial_file "$${name}" "$@" 2>&3 3>&-`,
  evaluate: (name) => `sundial_line "$${name}" "$@" 2>&3 3>&-`,
  command: `sundial_exec "$sundial_last_count" "$sundial_command_count" "$@"`,
  last: `sundial_exec 0 "$sundial_last_count" "$@"`,
};

/**
 * As above, and:
 *
 * - The files and lines around the command are evaluated in the wrapper's own shell, so what they export reaches everything
 *   after them. One before the command that calls `exit` ends the run with that code, which the EXIT trap still records.
 * - Of the steps after the command, only the line may end the run with an exit code other than the command's.
 * - They may set their own traps, options and variables: the traps are set again after each, and the names here are long.
 */
function aroundIn({ take, evaluateFile, evaluate, command, last }: Ways): string {
  return `
sundial_exit_file=$1 sundial_first_file=$2 sundial_before_file=$3 sundial_before=$4 sundial_after_file=$5 sundial_after=$6
sundial_last_count=$7 sundial_command_count=$8 sundial_code=0 sundial_final= sundial_stopped=; shift 8
${take}
exec 3>&2 2>/dev/null
: > "$sundial_exit_file"
sundial_leave() {
  sundial_status=\${sundial_final:-$?}; trap - EXIT
  echo "$sundial_status" >> "$sundial_exit_file"; exit "$sundial_status"
}
sundial_next() {
  trap sundial_leave EXIT; trap 'sundial_stopped=1' TERM INT HUP
  if [ -n "$sundial_stopped" ]; then exit "\${sundial_final:-143}"; fi
}
sundial_next
if [ -n "$sundial_first_file" ]; then ${evaluateFile("sundial_first_file")}; sundial_next; fi
if [ -n "$sundial_before_file" ]; then ${evaluateFile("sundial_before_file")}; sundial_next; fi
if [ -n "$sundial_before" ]; then ${evaluate("sundial_before")}; sundial_next; fi
(${command} 2>&3 3>&-) || sundial_code=$?
sundial_final=$sundial_code
export SUNDIAL_EXIT_CODE="$sundial_code" _task_exit_code="$sundial_code"
sundial_next
if [ -n "$sundial_after_file" ]; then ${evaluateFile("sundial_after_file")}; sundial_next; fi
if [ -n "$sundial_after" ]; then
  sundial_final=; ${evaluate("sundial_after")}; sundial_final=$sundial_code; sundial_next
fi
if [ "$sundial_last_count" -gt 0 ]; then (${last} 2>&3 3>&-); fi
exit "$sundial_code"
`;
}

/**
 * Everything around a script, and the script, in one bash: `$0` is the script, and the steps after it see its variables and
 * functions. A script may call `exit` or end by `set -e`: then they run from the EXIT trap, in which another `exit` would
 * change the exit code. USR1 tells the parent that they have begun; it does not after a script that handles TERM, because
 * only the parent knows then whether the run was stopped. `sundial_code` in the environment asks only for them,
 * after a script that ended with that code.
 */
const SOURCED = `
sundial_first_file=$1 sundial_before_file=$2 sundial_before=$3 sundial_after_file=$4 sundial_after=$5
sundial_words=("\${@:7:$6}"); shift "$((6 + $6))"; sundial_arguments=("$@")
sundial_step=before
sundial_leave() {
  sundial_status=$?
  case $sundial_step in
    script) set +e; sundial_code=$sundial_status; sundial_end ;;
    after) exit "$sundial_code" ;;
    before) sundial_begun ;;
  esac
  exit "$sundial_status"
}
sundial_next() { trap sundial_leave EXIT; trap 'sundial_step=stopped; exit 143' TERM INT HUP; }
sundial_begun() { if [ -n "$sundial_after_file$sundial_after" ]; then kill -USR1 "$PPID"; fi; }
sundial_end() {
  if [ -n "$sundial_after_file$sundial_after" ] && [ "$(trap -p TERM)" != "$sundial_term" ]; then
    trap - EXIT; exit "$sundial_code"
  fi
  sundial_step=after; sundial_next; sundial_begun
  export SUNDIAL_EXIT_CODE="$sundial_code" _task_exit_code="$sundial_code"
  set -- "\${sundial_words[@]}"
  if [ -n "$sundial_after_file" ]; then
    exit() { if [ "$BASHPID" = "$$" ]; then builtin exit "$sundial_code"; else builtin exit "$@"; fi; }
    . "$sundial_after_file"; unset -f exit; sundial_next
  fi
  if [ -n "$sundial_after" ]; then sundial_step=line; eval "$sundial_after"; fi
  exit "$sundial_code"
}
sundial_next
set -- "\${sundial_words[@]}"
if [ -n "$sundial_first_file" ]; then . "$sundial_first_file"; sundial_next; fi
if [ -n "\${sundial_code-}" ]; then export -n sundial_code; sundial_term=$(trap -p TERM); sundial_end; fi
set -- "\${sundial_words[@]}"
if [ -n "$sundial_before_file" ]; then . "$sundial_before_file"; sundial_next; fi
set -- "\${sundial_words[@]}"
if [ -n "$sundial_before" ]; then eval "$sundial_before"; sundial_next; fi
sundial_step=script
set -- "\${sundial_arguments[@]}"
sundial_term=$(trap -p TERM)
. "$0"
sundial_code=$?
sundial_trap=$(trap -p EXIT)
if [ "$sundial_trap" != "trap -- 'sundial_leave' EXIT" ]; then
  trap - EXIT
  if [ -n "$sundial_trap" ]; then eval "set -- $sundial_trap"; eval "$3"; fi
fi
sundial_end
`;

/**
 * Like PLAIN, for a script in `SOURCED` with steps after it. A script that calls `exec`, sets its own EXIT trap or is killed
 * takes them along: without the signal that they have begun, they run in a shell of their own.
 */
const WITH_SOURCED = `
sundial_exit_file=$1 stopped= after=; shift
exec 3>&2 2>/dev/null
: > "$sundial_exit_file"
leave() { code=$?; trap - EXIT; echo "$code" >> "$sundial_exit_file"; exit "$code"; }
trap leave EXIT
trap 'stopped=1' TERM INT HUP
trap 'after=1' USR1
(exec "$@" 2>&3 3>&-)
code=$?
if [ -z "$stopped$after" ]; then (export sundial_code="$code"; exec "$@" 2>&3 3>&-); code=$?; fi
exit "$code"
`;
