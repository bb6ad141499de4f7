import { type TemplateField, templateFields } from "../../contract/notifications.ts";

/** The values of a template's fields. */
export type Fields = Readonly<Partial<Record<TemplateField, string>>>;

const FIELD = /\{(\w+)\}/g;

/** Fills a template; fields that do not apply are empty. Inserted values are not expanded again. */
export function fillTemplate(template: string, fields: Fields): string {
  return template.replace(FIELD, (all, name: string) => isField(name) ? fields[name] ?? "" : all);
}

/** Returns the names in braces that are not fields, each once. */
export function unknownFields(template: string): string[] {
  const names = [...template.matchAll(FIELD)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/** Returns whether a template contains a field. */
export function hasField(template: string, name: TemplateField): boolean {
  return template.includes(`{${name}}`);
}

function isField(name: string): name is TemplateField {
  return templateFields.some((field) => field === name);
}
