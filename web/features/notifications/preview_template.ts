// Previews a message: the template with sample values.
import {
  commonFields,
  eventDetails,
  type NotificationEvent,
  type TemplateField,
} from "../../../server/contract/notification_events.ts";
import type { Messages } from "../../messages/create_messages.ts";

export interface PreviewDetails {
  event: NotificationEvent;
  panel: string;
  /** Milliseconds UTC. */
  now: number;
  timeZone: string;
  address: string;
}

const lastedMs = 252_000;
const dayMs = 24 * 3_600_000;

/** Returns a sample value for every field of an event. */
export function sampleFields(
  { event, panel, now, timeZone, address }: PreviewDetails,
  { t, format }: Pick<Messages, "t" | "format">,
): Partial<Record<TemplateField, string>> {
  const all: Record<TemplateField, string> = {
    panel,
    event: t(`eventNames.${event}`),
    time: format.dateTime(now, timeZone),
    text: t("templateSample.text"),
    task: t("templateSample.task"),
    run: "128",
    attempt: "1",
    outcome: t("templateSample.outcome"),
    exitCode: "1",
    startedAt: format.dateTime(now - lastedMs, timeZone),
    finishedAt: format.dateTime(now, timeZone),
    duration: format.duration(lastedMs),
    log: t("templateSample.log"),
    link: address,
    subscription: t("templateSample.subscription"),
    dependency: t("templateSample.dependency"),
    heartbeat: t("templateSample.heartbeat"),
    ...{ added: "2", changed: "1", removed: "0", tasks: t("templateSample.task") },
    reason: t("templateSample.reason"),
    ip: "192.0.2.7",
    place: t("templateSample.place"),
    device: t("templateSample.device"),
    version: "2.0.0",
    ...{ calendar: t("templateSample.calendar"), until: "2026-12-31" },
    lapsesAt: format.dateTime(now + dayMs, timeZone),
    ...{ free: format.bytes(812_000_000), size: format.bytes(20_000_000_000) },
  };
  return Object.fromEntries(
    [...commonFields, ...eventDetails[event].fields].map((name) => [name, all[name]]),
  );
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Fills a template as the server does: fields that do not apply are empty, unknown ones stay. */
export function fillTemplate(
  template: string,
  values: Partial<Record<string, string>>,
  known: readonly string[],
): string {
  return template.replace(
    PLACEHOLDER,
    (all, name: string) => known.includes(name) ? values[name] ?? "" : all,
  );
}

/** Returns the names in braces that are not fields, each once. */
export function unknownFields(template: string, known: readonly string[]): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !known.includes(name)))];
}
