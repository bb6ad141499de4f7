import type { Permission } from "../../api/use_permissions.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { fieldTexts, settingSections } from "../../shared/settings/setting_texts.ts";
import { findPart } from "./settings_pages.ts";

export interface SettingMatch {
  href: string;
  label: string;
  /** The page that has it; empty for a page itself. */
  page: string;
}

/**
 * Returns the settings that contain every word of a text and that a person may see, those whose label does first; none for
 * an empty text.
 */
export function findSettings(
  text: string,
  t: Translate,
  may: (needed: Permission | null) => boolean,
): SettingMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const containsAll = (where: string) => words.every((word) => where.toLowerCase().includes(word));
  const found: { match: SettingMatch; rank: number }[] = [];
  for (const { page, href, words: pageWords, fields } of settingSections) {
    if (!may(findPart(href)?.part.needs ?? null)) continue;
    const name = t(page);
    const match = { href, label: name, page: "" };
    if (containsAll(name)) found.push({ match, rank: 0 });
    else if (pageWords && containsAll(`${name} ${t(pageWords)}`)) found.push({ match, rank: 2 });
    for (const field of fields) {
      const [id, , , , words] = field;
      const { label, help } = fieldTexts(field, t);
      const match = { href: `${href}#${id}`, label, page: name };
      if (containsAll(label)) found.push({ match, rank: 1 });
      else if (containsAll([label, help, words ? t(words) : "", name, id].join(" "))) {
        found.push({ match, rank: 2 });
      }
    }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ match }) => match);
}
