// Rules of the panel that begin with `@` and have words after it, in front of a command.
const AT_SCHEDULE =
  /^@(?:every\s+\S+\s+from\s+\d{1,2}:\S+|(?:every|after)\s+\S+|once\s+\d{4}-\d\d-\d\d(?:T\S+|\s+\S+)|workday\s+\S+\s+\S+)(?=\s|$)/i;

/** Returns whether a line is such a rule, with a command. */
export function hasAtSchedule(line: string): boolean {
  const [schedule = ""] = AT_SCHEDULE.exec(line) ?? [];
  return schedule !== "" && line.length > schedule.length;
}

/** Returns how many words of a line are its rule; more may follow a rule of five fields. */
export function scheduleWords(line: string): number {
  if (!line.startsWith("@")) return 5;
  return AT_SCHEDULE.exec(line)?.[0].split(/\s+/).length ?? 1;
}
