/** Limits for a command and every process it starts, each process on its own. Null: no limit. */
export interface CommandLimits {
  /** Address space in bytes, which is more than the memory in use. */
  memoryBytes: number | null;
  /**
   * Private writable memory in bytes: for programs such as Node and Deno, which reserve far more address space than they
   * ever use.
   */
  dataBytes: number | null;
  /** Maximum size in bytes of a file it writes. */
  fileBytes: number | null;
}

// `ulimit -v` and `-d` count in units of 1024 bytes, `-f` in 512 (POSIX 2.9.5). A shell that does not support one of them,
// or has a lower limit itself, continues without it.
const LIMITED = `for limit in v:"$1" d:"$2" f:"$3"; do
  [ "\${limit#*:}" = - ] || ulimit "-\${limit%%:*}" "\${limit#*:}"
done 2>/dev/null
shift 3
exec "$@"`;

/** Returns a command that replaces itself with another one under limits, in the same process. */
export function limitedCommand(
  command: readonly string[],
  limits: Partial<CommandLimits>,
): [string, ...string[]] {
  const { memoryBytes = null, dataBytes = null, fileBytes = null } = limits;
  const inBlocks = (bytes: number | null, size: number) =>
    bytes === null ? "-" : `${Math.ceil(bytes / size)}`;
  return [
    ...["/bin/sh", "-c", LIMITED, "sundial"] as const,
    ...[inBlocks(memoryBytes, 1024), inBlocks(dataBytes, 1024), inBlocks(fileBytes, 512)],
    ...command,
  ];
}
