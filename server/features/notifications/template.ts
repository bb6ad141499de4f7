import { type TemplateField, templateFields } from "../../contract/notifications.ts";

/** What stands for the fields of a template. */
export type Fields = Readonly<Partial<Record<TemplateField, string>>>;

const FIELD = /\{(\w+)\}/g;

/** Fills a template; fields that do not apply are empty. What was filled in is not looked at again. */
export function fillTemplate(template: string, fields: Fields): string {
  return template.replace(FIELD, (all, name: string) => isField(name) ? fields[name] ?? "" : all);
}

/** Lists the names in braces that are no fields, each once. */
export function unknownFields(template: string): string[] {
  const names = [...template.matchAll(FIELD)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/** Tells whether a template names a field. */
export function hasField(template: string, name: TemplateField): boolean {
  return template.includes(`{${name}}`);
}

function isField(name: string): name is TemplateField {
  return templateFields.some((field) => field === name);
}
