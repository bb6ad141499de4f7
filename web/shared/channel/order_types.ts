import type { Language } from "../../../server/contract/settings.ts";

/** Services that most readers of Chinese use. */
const commonInChina = ["weWorkBot", "dingtalkBot", "lark", "weWorkApp", "serverChan", "pushPlus"];
const mail = ["email", "smtp"];

/** Orders channel types for the readers of a language: mail, then what is common among them, then the server's order. */
export function orderTypes<T extends { type: string }>(types: readonly T[], language: Language): T[] {
  if (language !== "zh") return [...types];
  const first = [...mail, ...commonInChina];
  const rank = ({ type }: T) => first.includes(type) ? first.indexOf(type) : first.length;
  return types.toSorted((a, b) => rank(a) - rank(b));
}
