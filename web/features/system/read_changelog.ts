/** What changed in one version. */
export interface Release {
  /** A number, or a word for what has none yet. */
  version: string;
  changes: string[];
}

const RELEASE = /^## (.+)$/;
const CHANGE = /^- (.+)$/;
const CONTINUED = /^ {2}(\S.*)$/;

/** Takes a changelog apart: a heading `## ` for each version, an item `- ` for each change, its further lines indented by two. */
export function readChangelog(text: string): Release[] {
  const releases: Release[] = [];
  for (const line of text.split("\n")) {
    const changes = releases.at(-1)?.changes;
    const [version, change, more] = [RELEASE, CHANGE, CONTINUED].map((form) => form.exec(line)?.[1]);
    if (version !== undefined) releases.push({ version, changes: [] });
    else if (change !== undefined) changes?.push(change);
    else if (more !== undefined) changes?.push(join(changes.pop() ?? "", more));
  }
  return releases;
}

// Han, the punctuation that goes with it, and curly quotes, which both languages use.
const [HAN_BEFORE, HAN_AFTER] = [
  /[\p{Script=Han}\u3000-\u303f\uff00-\uffef\u201c\u201d]$/u,
  /^[\p{Script=Han}\u3000-\u303f\uff00-\uffef\u201c\u201d]/u,
];

/** Chinese has no spaces between words, so none comes of a line's end either. */
function join(before: string, after: string): string {
  return HAN_BEFORE.test(before) && HAN_AFTER.test(after) ? before + after : `${before} ${after}`;
}
