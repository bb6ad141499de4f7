// What is said of a happening: by the template of a rule, or as usual.
import type { KeptRule, NotificationEvent } from "../../contract/notifications.ts";
import { wallTime } from "../../engine/run_log.ts";
import type { Happening, Voice } from "./happening.ts";
import { type Fields, fillTemplate, hasField } from "./template.ts";
import { shorten } from "./shorten.ts";

const LONGEST_TITLE = 500;
const LONGEST_CONTENT = 20_000;

/** One thing that is told, ready to be sent alone or with others. */
export interface Item {
  title: string;
  content: string;
  link: string | null;
  at: number;
}

export interface Telling {
  happening: Happening;
  event: NotificationEvent;
  rule: KeptRule | null;
  log: string;
  link: string | null;
  /** Title of the panel. */
  panel: string;
  voice: Voice;
}

/** Says it. */
export function renderItem(telling: Telling): Item {
  const { happening, rule, link } = telling;
  const fields = fieldsOf(telling);
  const title = fillTemplate(rule?.title ?? wordsOf(telling).title, fields);
  const content = rule?.content == null ? usualContent(telling, fields) : fillTemplate(rule.content, fields);
  return {
    title: shorten(oneLineOf(title), LONGEST_TITLE) || wordsOf(telling).name,
    content: shorten(content.trim(), LONGEST_CONTENT),
    // Where the template says it, it is not said twice.
    link: hasField(rule?.content ?? "", "link") ? null : link,
    at: happening.at,
  };
}

function wordsOf({ event, voice }: Telling) {
  return voice.words.events[event];
}

function fieldsOf(telling: Telling): Fields {
  const { happening, voice, log, link, panel } = telling;
  const { name, text } = wordsOf(telling);
  const time = wallTime(happening.at, voice.zone, "line");
  const plain: Fields = { panel, time, log, link: link ?? "", event: name, ...happening.fields(voice) };
  return { ...plain, text: fillTemplate(text, plain).trim() };
}

function usualContent({ voice: { words } }: Telling, fields: Fields): string {
  const facts = words.facts.filter((fact) => {
    const [, name = ""] = /\{(\w+)\}/.exec(fact) ?? [];
    // Of a run it is said when it started.
    if (name === "time" && fields.startedAt) return false;
    return Object.entries(fields).some(([field, value]) => field === name && value !== "");
  });
  const log = fields.log ? ["", words.logHeading, fields.log] : [];
  return [fields.text ?? "", ...facts.map((fact) => fillTemplate(fact, fields)), ...log].join("\n");
}

/** Says several things as one message. */
export function renderGroup(
  items: readonly Item[],
  { count, voice: { words, zone }, link }: { count: number; voice: Voice; link: string | null },
): Item {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) throw new Error("nothing is held");
  if (count === 1) return first;
  const lines = items.map(({ at, title }) => `${wallTime(at, zone, "line")}  ${title}`);
  const more = count > items.length ? [words.more(count - items.length)] : [];
  const links = new Set(items.map((item) => item.link));
  return {
    title: shorten(words.group(count, last.title), LONGEST_TITLE),
    content: shorten([...lines, ...more].join("\n"), LONGEST_CONTENT),
    link: links.size === 1 ? last.link : link,
    at: last.at,
  };
}

function oneLineOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
