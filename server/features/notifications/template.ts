import { type TemplateField, templateFields } from "../../contract/notification_events.ts";

export type Fields = Readonly<Partial<Record<TemplateField, string>>>;

const FIELD = /\{(\w+)\}/g;
const MARK = "…";

/** Fills a template; fields that do not apply are empty. Inserted values are not expanded again. */
export function fillTemplate(template: string, fields: Fields): string {
  return template.replace(FIELD, (all, name: string) => isField(name) ? fields[name] ?? "" : all);
}

/** Returns the names in braces that are not fields, each once. */
export function unknownFields(template: string): string[] {
  const names = [...template.matchAll(FIELD)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

export function hasField(template: string, name: TemplateField): boolean {
  return template.includes(`{${name}}`);
}

function isField(name: string): name is TemplateField {
  return templateFields.some((field) => field === name);
}

/** Truncates a text to at most `max` UTF-16 units, with a mark at its end; never splits a surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - MARK.length);
  // Half of a surrogate pair is not a character.
  const end = /[\ud800-\udbff]$/.test(text.slice(0, room)) ? room - 1 : room;
  return text.slice(0, Math.max(0, end)) + MARK;
}
