// Renders the message of an event, from the template of a rule or the default.
import type { NotificationEvent } from "../../contract/notification_events.ts";
import type { StoredRule } from "../../contract/notifications.ts";
import { wallTime } from "../../engine/logs/run_log.ts";
import type { EventReport, Locale } from "./event.ts";
import type { NotificationMessages } from "./messages/messages_shape.ts";
import { type Fields, fillTemplate, hasField, shorten } from "./template.ts";

const MAX_TITLE = 500;
const MAX_CONTENT = 20_000;

/** One reported event, ready to be sent alone or in a group. */
export interface Item {
  title: string;
  content: string;
  link: string | null;
  at: number;
  /** The task or heartbeat that it is about, for the channel of an account. */
  subject?: string;
}

export interface RenderOptions {
  event: EventReport;
  type: NotificationEvent;
  rule: StoredRule | null;
  log: string;
  link: string | null;
  panel: string;
  locale: Locale;
}

export function renderItem(options: RenderOptions): Item {
  const { event, type, rule, link, locale: { messages } } = options;
  const fields = fieldsOf(options);
  const title = fillTemplate(rule?.title ?? messages.eventMessages[type].title, withoutLog(fields, type));
  const content = rule?.content == null ? usualContent(messages, fields) : fillTemplate(rule.content, fields);
  return {
    title: shorten(oneLineOf(title), MAX_TITLE) || messages.eventNames[type],
    content: shorten(content.trim(), MAX_CONTENT),
    // If the template contains the link, it is not added again.
    link: hasField(rule?.content ?? "", "link") ? null : link,
    at: event.at,
  };
}

function fieldsOf({ event, type, locale, log, link, panel }: RenderOptions): Fields {
  const { eventNames, eventMessages } = locale.messages;
  const time = wallTime(event.at, locale.zone, "line");
  const plain: Fields = {
    panel,
    time,
    log,
    link: link ?? "",
    event: eventNames[type],
    ...event.fields(locale),
  };
  return { ...plain, text: fillTemplate(eventMessages[type].text, plain).trim() };
}

// Who may not read logs still sees the titles of past messages.
function withoutLog(fields: Fields, type: NotificationEvent): Fields {
  return { ...fields, log: "", ...(type === "dependency_failed" && { reason: "" }) };
}

function usualContent(messages: NotificationMessages, fields: Fields): string {
  const details = messages.details.filter((line) => {
    const [, name = ""] = /\{(\w+)\}/.exec(line) ?? [];
    // For a run, the start time is shown instead.
    if (name === "time" && fields.startedAt) return false;
    return Object.entries(fields).some(([field, value]) => field === name && value !== "");
  });
  const log = fields.log ? ["", messages.logHeading, fields.log] : [];
  return [fields.text ?? "", ...details.map((line) => fillTemplate(line, fields)), ...log].join("\n");
}

export function renderGroup(
  items: readonly Item[],
  { count, locale: { messages, zone }, link }: { count: number; locale: Locale; link: string | null },
): Item {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) throw new Error("there is no held notification");
  if (count === 1) return first;
  const lines = items.map(({ at, title }) => `${wallTime(at, zone, "line")}  ${title}`);
  const more = count > items.length ? [messages.more(count - items.length)] : [];
  const links = new Set(items.map((item) => item.link));
  return {
    title: shorten(messages.group(count, last.title), MAX_TITLE),
    content: shorten([...lines, ...more].join("\n"), MAX_CONTENT),
    link: links.size === 1 ? last.link : link,
    at: last.at,
  };
}

function oneLineOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
