// Timers of systemd with the services they start: unit files in an archive or folder, or the output of
// `systemctl cat`.
import { ruleOf } from "../../../contract/task_rules.ts";
import type { TaskInput } from "../../../contract/tasks.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import { emptyContent, type ImportContent, type ImportSource, type ItemNote } from "../import_content.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";
import { importError } from "../staging.ts";
import { isTaskText, taskHash, taskText } from "./task_text.ts";
import { calendarSchedule } from "./calendar_schedule.ts";
import { expandSpecifiers, HOME, quote, shellCommand, splitWords } from "./systemd_command.ts";
import { hasTimer, parseFlag, parseTimeSpan, readUnits, type UnitSettings } from "./systemd_unit.ts";

const TIMERS_AT_ONCE = 50;
const MAX_SPAN_MS = 366 * 24 * 3_600_000;

export const systemdSource: ImportSource = {
  name: "systemd",
  detect: hasTimer,
  async read(files) {
    const units = await readUnits(files);
    const content = emptyContent();
    const timers = [...units].filter(([name]) => name.endsWith(".timer"));
    for (const [index, [name, timer]] of timers.entries()) {
      readTimer(name, timer, units, content);
      if (index % TIMERS_AT_ONCE === 0) await yieldToEventLoop();
    }
    if (content.tasks.length === 0 && content.refused.length === 0) {
      throw importError("nothing_found");
    }
    return content;
  },
};

/** Thrown for a timer that cannot become a task. */
class UnsupportedTimerError extends Error {
  constructor(readonly refusal: Omit<ImportContent["refused"][number], "kind" | "name">) {
    super(refusal.reason);
  }
}

function unsupported(field: string, value: string): UnsupportedTimerError {
  return new UnsupportedTimerError({ reason: "not_supported", params: { field, value } });
}

function readTimer(
  name: string,
  timer: UnitSettings,
  units: ReadonlyMap<string, UnitSettings>,
  content: ImportContent,
): void {
  try {
    const { service, serviceName } = findService(name, timer, units);
    const notes: ItemNote[] = [];
    const trigger = readTrigger(timer, notes);
    const input: TaskInput = {
      ...readService(service, serviceName, notes),
      name: nameOf(name, timer, service),
      ...trigger,
      ...timerPolicies(timer, trigger, notes),
    };
    if (input.command.length > taskLimits.command) {
      throw new UnsupportedTimerError({ reason: "command_too_long" });
    }
    if (!isTaskText(input.command)) throw new UnsupportedTimerError({ reason: "invalid_character" });
    content.tasks.push({
      // Machines have units of the same name, and all of them can be imported.
      key: `${name} ${taskHash(input)}`,
      name: input.name,
      input,
      notes: notes.concat(droppedSettings(timer, service)),
    });
    content.refused.push(...lostTriggers(input.name, timer, trigger));
  } catch (error) {
    if (!(error instanceof UnsupportedTimerError)) throw error;
    content.refused.push({ kind: "tasks", name, ...error.refusal });
  }
}

function findService(name: string, timer: UnitSettings, units: ReadonlyMap<string, UnitSettings>) {
  const base = name.replace(/\.timer$/, "");
  if (base.endsWith("@")) throw new UnsupportedTimerError({ reason: "template_unit" });
  const serviceName = last(timer, "Timer.Unit") ?? `${base}.service`;
  const template = serviceName.endsWith(".service") ? serviceName.replace(/@[^]*/, "@.service") : serviceName;
  const service = units.get(serviceName) ?? units.get(template);
  if (!service) throw new UnsupportedTimerError({ reason: "unit_missing", params: { unit: serviceName } });
  return { service, serviceName };
}

type Trigger = Pick<TaskInput, "schedules" | "timeZone">;

const sinceBoot = ["OnBootSec", "OnStartupSec", "OnActiveSec"] as const;

function readTrigger(timer: UnitSettings, notes: ItemNote[]): Trigger {
  const events = timer.get("Timer.OnCalendar") ?? [];
  if (events.length > 0) return readCalendar(events);
  const [period] = timer.get("Timer.OnUnitActiveSec") ?? [];
  if (period !== undefined) return readPeriod(period, notes);
  for (const field of sinceBoot) {
    const [delay] = timer.get(`Timer.${field}`) ?? [];
    if (delay === undefined) continue;
    if (parseTimeSpan(delay) !== 0) notes.push({ note: "field_dropped", params: { field, value: delay } });
    return { schedules: "boot" };
  }
  const [idle] = timer.get("Timer.OnUnitInactiveSec") ?? [];
  if (idle !== undefined) throw unsupported("OnUnitInactiveSec", idle);
  throw new UnsupportedTimerError({ reason: "schedule_missing" });
}

function readCalendar(events: readonly string[]): Trigger {
  const rules: string[] = [];
  let timeZone: string | null | undefined;
  for (const event of events) {
    const schedule = calendarSchedule(event);
    if (typeof schedule === "string") {
      throw new UnsupportedTimerError({
        reason: schedule === "zone" ? "unknown_time_zone" : "incorrect_cron",
        params: { rule: `OnCalendar=${event}` },
      });
    }
    if (timeZone !== undefined && timeZone !== schedule.timeZone) throw unsupported("OnCalendar", event);
    timeZone = schedule.timeZone;
    if (!rules.includes(schedule.rule)) rules.push(schedule.rule);
  }
  if (rules.length > 20) throw new UnsupportedTimerError({ reason: "too_many", params: { max: 20 } });
  return { schedules: rules, ...timeZone && { timeZone } };
}

// The panel counts periods from a fixed time, systemd from the last start.
function readPeriod(text: string, notes: ItemNote[]): Trigger {
  const ms = parseTimeSpan(text);
  if (ms === null || ms < 1000 || ms % 1000 !== 0 || ms > MAX_SPAN_MS) {
    throw unsupported("OnUnitActiveSec", text);
  }
  const seconds = ms / 1000;
  const parts = [[Math.floor(seconds / 86_400), "d"], [Math.floor(seconds / 3600) % 24, "h"], [
    Math.floor(seconds / 60) % 60,
    "m",
  ], [seconds % 60, "s"]];
  const period = parts.filter(([amount]) => amount !== 0).flat().join("");
  notes.push({ note: "fixed_period", params: { period } });
  return { schedules: [`@every ${period}`] };
}

/** Returns triggers beside the one that became the schedule. */
function lostTriggers(name: string, timer: UnitSettings, { schedules }: Trigger): ImportContent["refused"] {
  const isPeriodic = Array.isArray(schedules) && ruleOf(schedules[0] ?? "").startsWith("@every");
  const others = ["OnUnitActiveSec", "OnUnitInactiveSec", ...sinceBoot].filter((field) => {
    if (isPeriodic) return field === "OnUnitInactiveSec";
    return schedules === "boot" ? field.startsWith("OnUnit") : true;
  });
  return others.flatMap((field) =>
    (timer.get(`Timer.${field}`) ?? []).map((value) => ({
      kind: "tasks" as const,
      name,
      reason: "not_supported" as const,
      params: { field, value },
    }))
  );
}

function timerPolicies(timer: UnitSettings, { schedules }: Trigger, notes: ItemNote[]): Partial<TaskInput> {
  const delay = last(timer, "Timer.RandomizedDelaySec");
  const delayMs = delay === undefined ? 0 : parseTimeSpan(delay);
  const fits = delayMs !== null && delayMs <= MAX_SPAN_MS;
  if (!fits) {
    notes.push({ note: "field_dropped", params: { field: "RandomizedDelaySec", value: delay ?? "" } });
  }
  return {
    ...Array.isArray(schedules) &&
      { missed: { policy: parseFlag(last(timer, "Timer.Persistent")) ? "last" : "skip" } as const },
    ...fits && delayMs > 0 && { randomDelayMs: delayMs },
  };
}

function nameOf(name: string, timer: UnitSettings, service: UnitSettings): string {
  const base = name.replace(/\.timer$/, "");
  const text = last(service, "Unit.Description") ?? last(timer, "Unit.Description") ?? base;
  return taskText(
    expandSpecifiers(text, { full: `${base}.service` })?.replaceAll(HOME, "~") ?? text,
    taskLimits.name,
  ) || base;
}

/** A variable that a shell splits into words. */
const SPLIT = /(?:^| )\$[A-Za-z_]/;

type ServiceFields = Pick<TaskInput, "command" | "workingDirectory" | "timeLimitMs">;

function readService(service: UnitSettings, name: string, notes: ItemNote[]): ServiceFields {
  const unit = { full: name };
  const expand = (field: string, text: string) => {
    const expanded = expandSpecifiers(text, unit);
    if (expanded === null) throw unsupported(field, text);
    return expanded;
  };
  const folder = last(service, "Service.WorkingDirectory");
  const directory = folder === undefined ? undefined : expand("WorkingDirectory", folder.replace(/^-/, ""));
  const isFixed = directory?.startsWith("/") === true && directory.length <= 1000;
  const home = directory?.replace(/^~/, HOME);
  const commands = commandsOf(service, unit, notes);
  const parts = [
    ...environmentOf(service, expand),
    ...home !== undefined && !isFixed ? [`cd ${quote(home)} || exit`] : [],
    commands,
  ];
  const limit = timeLimit(service, notes);
  return {
    // In systemd, a variable becomes several words, but never names of files.
    command: [...SPLIT.test(commands) ? ["set -f"] : [], ...parts].join("; "),
    ...isFixed && { workingDirectory: directory },
    ...limit !== null && { timeLimitMs: limit },
  };
}

function commandsOf(service: UnitSettings, unit: { full: string }, notes: ItemNote[]): string {
  const main = service.get("Service.ExecStart") ?? [];
  if (main.length === 0) throw new UnsupportedTimerError({ reason: "command_missing" });
  const conditions: string[] = [], commands: string[] = [];
  const prefixes = new Set<string>();
  for (const field of ["ExecCondition", "ExecStartPre", "ExecStart", "ExecStartPost"]) {
    for (const value of service.get(`Service.${field}`) ?? []) {
      const command = shellCommand(value, unit);
      if ("unsupported" in command) throw unsupported(field, command.unsupported);
      if (command.shell === "") throw new UnsupportedTimerError({ reason: "command_missing" });
      for (const prefix of command.ignored) prefixes.add(prefix);
      (field === "ExecCondition" ? conditions : commands).push(command.shell);
    }
  }
  for (const prefix of prefixes) {
    notes.push({ note: "field_dropped", params: { field: "ExecStart", value: prefix } });
  }
  return [...conditions.map((condition) => `${condition} || exit 0`), commands.join(" && ")].join("; ");
}

function environmentOf(service: UnitSettings, expand: (field: string, text: string) => string): string[] {
  const variables = new Map<string, string>();
  for (const value of service.get("Service.Environment") ?? []) {
    const words = splitWords(expand("Environment", value));
    if (words === null) throw unsupported("Environment", value);
    for (const word of words) {
      const [, name, text = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      if (name === undefined) throw unsupported("Environment", word);
      variables.set(name, text);
    }
  }
  const exported = [...variables].map(([name, value]) => ` ${name}=${quote(value)}`).join("");
  const files = (service.get("Service.EnvironmentFile") ?? [])
    .map((value) => quote(expand("EnvironmentFile", value)));
  return [
    ...exported === "" ? [] : [`export${exported}`],
    // The program reads values as systemd does; a shell would run what is in them.
    ...files.length === 0 ? [] : [`environment=$(sundial environment-file -- ${files.join(" ")}) || exit`],
    ...files.length === 0 ? [] : ['eval "$environment"'],
  ];
}

function timeLimit(service: UnitSettings, notes: ItemNote[]): number | null {
  const isOneshot = last(service, "Service.Type") === "oneshot";
  for (const field of ["RuntimeMaxSec", ...isOneshot ? ["TimeoutStartSec", "TimeoutSec"] : []]) {
    const value = last(service, `Service.${field}`);
    if (value === undefined) continue;
    const ms = value === "infinity" ? 0 : parseTimeSpan(value);
    if (ms !== null && ms <= MAX_SPAN_MS) return ms === 0 ? null : ms;
    notes.push({ note: "field_dropped", params: { field, value } });
    return null;
  }
  return null;
}

/** Settings that were read, or change nothing about when and how the command runs. */
const handled = new Set([
  ..."Unit.Description Unit.Documentation Unit.After Unit.Before Unit.Wants Unit.DefaultDependencies".split(
    " ",
  ),
  ..."Install.WantedBy Install.RequiredBy Install.Also Install.Alias Timer.Unit Timer.OnCalendar".split(" "),
  ..."Timer.OnBootSec Timer.OnStartupSec Timer.OnActiveSec Timer.OnUnitActiveSec".split(" "),
  ..."Timer.OnUnitInactiveSec Timer.Persistent Timer.RandomizedDelaySec Timer.AccuracySec".split(" "),
  ..."Timer.FixedRandomDelay Timer.DeferReactivation Service.Type Service.ExecCondition".split(" "),
  ..."Service.ExecStartPre Service.ExecStart Service.ExecStartPost Service.WorkingDirectory".split(" "),
  ..."Service.Environment Service.EnvironmentFile Service.RuntimeMaxSec Service.TimeoutStartSec".split(" "),
  ..."Service.TimeoutSec Service.StandardOutput Service.StandardError Service.SyslogIdentifier".split(" "),
  ..."Service.RemainAfterExit Service.User Service.Group".split(" "),
]);

function droppedSettings(timer: UnitSettings, service: UnitSettings): ItemNote[] {
  const all = [...timer, ...service].filter(([, values]) => values.length > 0);
  const account = ["Service.User", "Service.Group"].flatMap((key) => {
    const value = last(service, key);
    return value === undefined ? [] : [{
      note: "field_dropped" as const,
      params: { field: key.slice("Service.".length), value },
    }];
  });
  const names = all.filter(([key]) => !handled.has(key) && !/(?:^|\.)X-/.test(key))
    .map(([key]) => key.slice(key.indexOf(".") + 1));
  const others = [...new Set(names)].sort();
  if (others.length === 0) return account;
  return [...account, { note: "settings_ignored", params: { settings: others.join(", ") } }];
}

function last(settings: UnitSettings, key: string): string | undefined {
  return settings.get(key)?.at(-1);
}
