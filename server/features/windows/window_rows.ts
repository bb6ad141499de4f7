// Converts between a window of the API and its row.
import type { MaintenanceWindow, WindowInput, WindowSource } from "../../contract/windows.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { readScope } from "./window_spans.ts";
import type { ScopedTask } from "./window_spans.ts";

/** Converts a window of the API to columns; its file is stored elsewhere. */
export function toColumns(input: WindowInput) {
  const at = (text: string | null) => text === null ? null : Date.parse(text);
  return {
    name: input.name.trim(),
    from_at: at(input.from),
    to_at: at(input.to),
    schedule: input.schedule,
    duration_ms: input.durationMs,
    time_zone: input.timeZone,
    valid_from: at(input.validFrom),
    valid_until: at(input.validUntil),
    scope_json: JSON.stringify(input.scope),
    effect: input.effect,
    silent: input.silent ? 1 as const : 0 as const,
    stop_running: input.stopRunning ? 1 as const : 0 as const,
  };
}

/** Returns the fields of a row; `source` is its iCalendar file. */
export function fieldsOf(row: WindowRow, source: WindowSource | null): WindowInput {
  return {
    name: row.name,
    from: storedInstant(row.from_at),
    to: storedInstant(row.to_at),
    schedule: row.schedule,
    durationMs: row.duration_ms,
    timeZone: row.time_zone,
    validFrom: storedInstant(row.valid_from),
    validUntil: storedInstant(row.valid_until),
    icalendar: source,
    scope: readScope(row),
    effect: row.effect,
    silent: row.silent === 1,
    stopRunning: row.stop_running === 1,
  };
}

/** Returns a window without what else it is for, and without the address of its file, which may be a secret. */
export function limited(window: MaintenanceWindow, tasks: readonly ScopedTask[] | null): MaintenanceWindow {
  if (tasks === null) return window;
  const { scope } = window;
  const own = "labels" in scope
    ? { labels: scope.labels.filter((label) => tasks.some(({ labels }) => labels.includes(label))) }
    : "taskIds" in scope
    ? { taskIds: scope.taskIds.filter((id) => tasks.some((task) => task.id === id)) }
    : scope;
  return { ...window, scope: own, icalendar: null, copy: null };
}
