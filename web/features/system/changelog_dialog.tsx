import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { loadChunk } from "../../load_chunk.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

const texts = {
  en: () => loadChunk(() => import("../../../CHANGELOG.md", { with: { type: "text" } })),
  zh: () => loadChunk(() => import("../../../CHANGELOG.zh.md", { with: { type: "text" } })),
};

/** Renders the changes of this version and earlier ones. */
export default function ChangelogDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ["changelog", language],
    queryFn: async () => readChangelog((await texts[language]()).default),
    staleTime: Infinity,
  });
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={t("about.changelog")}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      {data
        ? data.filter(isReleased).map((release) => <Changes key={release.version} {...release} />)
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <Spinner size="default" />}
    </Dialog>
  );
}

/** Removes changes without a version number, which are not released. */
function isReleased({ version }: Release): boolean {
  return /^\d/.test(version);
}

function Changes({ version, changes }: Release) {
  return (
    <section className="mb-5 text-sm">
      <h3 className="mb-2 font-semibold">{version}</h3>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        {changes.map((change) => <li key={change}>{codeMarked(change)}</li>)}
      </ul>
    </section>
  );
}

function codeMarked(text: string) {
  return text.split("`").map((part, at) =>
    at % 2 === 1
      ? <code key={at} className="font-mono text-xs break-words">{part}</code>
      : <Fragment key={at}>{part}</Fragment>
  );
}

interface Release {
  /** The version number, or a word for unreleased changes. */
  version: string;
  changes: string[];
}

const RELEASE = /^## (.+)$/;
const CHANGE = /^- (.+)$/;
const CONTINUED = /^ {2}(\S.*)$/;

/** Parses a changelog: `## ` starts a version, `- ` a change; its further lines are indented by two spaces. */
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

// Han characters with their punctuation, and curly quotes, which both languages use.
const [HAN_BEFORE, HAN_AFTER] = [
  /[\p{Script=Han}\u3000-\u303f\uff00-\uffef\u201c\u201d]$/u,
  /^[\p{Script=Han}\u3000-\u303f\uff00-\uffef\u201c\u201d]/u,
];

/** Joins lines: with a space, except between Chinese characters. */
function join(before: string, after: string): string {
  return HAN_BEFORE.test(before) && HAN_AFTER.test(after) ? before + after : `${before} ${after}`;
}
