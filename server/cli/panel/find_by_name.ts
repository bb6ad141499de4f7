import type { Language } from "../../contract/settings.ts";

export interface Named {
  id: number;
  name: string;
}

/** What was named does not exist, or is not unique; the message says so. */
export class NameError extends Error {
  override readonly name = "NameError";
}

/**
 * Returns the one item with this ID, or else with exactly this name, or else whose name contains it. Throws `NameError`.
 */
export function findByName<T extends Named>(items: readonly T[], wanted: string, language: Language): T {
  const byId = /^#?\d+$/.test(wanted)
    ? items.find(({ id }) => id === Number(wanted.replace("#", "")))
    : undefined;
  if (byId) return byId;
  const text = wanted.toLowerCase();
  const rules: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.toLowerCase() === text,
    (name) => name.toLowerCase().includes(text),
  ];
  for (const rule of rules) {
    const found = items.filter(({ name }) => rule(name));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) {
      throw new NameError(messages[language].several(wanted, found.slice(0, 10), found.length));
    }
  }
  throw new NameError(messages[language].none(wanted));
}

const messages = {
  en: {
    none: (wanted: string) => `Nothing has the ID or name “${wanted}”`,
    several: (wanted: string, found: readonly Named[], count: number) =>
      `“${wanted}” matches ${count}; use an ID:\n${list(found)}`,
  },
  zh: {
    none: (wanted: string) => `没有 ID 或名称为“${wanted}”的对象`,
    several: (wanted: string, found: readonly Named[], count: number) =>
      `“${wanted}”匹配到 ${count} 个，请使用 ID：\n${list(found)}`,
  },
};

function list(found: readonly Named[]): string {
  return found.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
}
