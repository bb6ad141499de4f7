// Renders the message of an event, from the template of a rule or the default.
import type { NotificationEvent, StoredRule } from "../../contract/notifications.ts";
import { wallTime } from "../../engine/run_log.ts";
import type { Event, Voice } from "./event.ts";
import { type Fields, fillTemplate, hasField } from "./template.ts";
import { shorten } from "./shorten.ts";

const MAX_TITLE = 500;
const MAX_CONTENT = 20_000;

/** One reported event, ready to be sent alone or in a group. */
export interface Item {
  title: string;
  content: string;
  link: string | null;
  at: number;
}

export interface Telling {
  happening: Event;
  event: NotificationEvent;
  rule: StoredRule | null;
  log: string;
  link: string | null;
  /** Title of the panel. */
  panel: string;
  voice: Voice;
}

/** Renders one event. */
export function renderItem(telling: Telling): Item {
  const { happening: event, rule, link } = telling;
  const fields = fieldsOf(telling);
  const title = fillTemplate(rule?.title ?? messagesOf(telling).title, fields);
  const content = rule?.content == null ? usualContent(telling, fields) : fillTemplate(rule.content, fields);
  return {
    title: shorten(oneLineOf(title), MAX_TITLE) || messagesOf(telling).name,
    content: shorten(content.trim(), MAX_CONTENT),
    // If the template contains the link, it is not added again.
    link: hasField(rule?.content ?? "", "link") ? null : link,
    at: event.at,
  };
}

function messagesOf({ event, voice }: Telling) {
  return voice.messages.events[event];
}

function fieldsOf(telling: Telling): Fields {
  const { happening: event, voice, log, link, panel } = telling;
  const { name, text } = messagesOf(telling);
  const time = wallTime(event.at, voice.zone, "line");
  const plain: Fields = { panel, time, log, link: link ?? "", event: name, ...event.fields(voice) };
  return { ...plain, text: fillTemplate(text, plain).trim() };
}

function usualContent({ voice: { messages } }: Telling, fields: Fields): string {
  const details = messages.details.filter((fact) => {
    const [, name = ""] = /\{(\w+)\}/.exec(fact) ?? [];
    // For a run, the start time is shown instead.
    if (name === "time" && fields.startedAt) return false;
    return Object.entries(fields).some(([field, value]) => field === name && value !== "");
  });
  const log = fields.log ? ["", messages.logHeading, fields.log] : [];
  return [fields.text ?? "", ...details.map((fact) => fillTemplate(fact, fields)), ...log].join("\n");
}

/** Renders several items as one message. */
export function renderGroup(
  items: readonly Item[],
  { count, voice: { messages, zone }, link }: { count: number; voice: Voice; link: string | null },
): Item {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) throw new Error("nothing is held");
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
