const stepOnly =
  /^(?:(?:\*|0)\/(\d{1,2}) \* \* \* \* \*|(?:0 )?(?:\*|0)\/(\d{1,2}) \* \* \* \*|(?:0 )?0 (?:\*|0)\/(\d{1,2}) \* \* \*)$/;

/**
 * Returns the rule with even intervals for one whose step does not divide the minute, hour or day: `@every 45m` for a step of 45
 * minutes, which cron starts anew each hour, at :00 and :45. Null for all other rules.
 */
export function evenInterval(rule: string): string | null {
  const [, seconds, minutes, hours] = stepOnly.exec(rule.trim().replace(/\s+/g, " ")) ?? [];
  return everyStep(seconds, 60, "s") ?? everyStep(minutes, 60, "m") ?? everyStep(hours, 24, "h");
}

function everyStep(step: string | undefined, whole: number, unit: string): string | null {
  const count = Number(step ?? 0);
  return count > 0 && count < whole && whole % count !== 0 ? `@every ${count}${unit}` : null;
}
