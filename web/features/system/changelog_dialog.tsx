import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { loadChunk } from "../../load_chunk.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { readChangelog, type Release } from "./read_changelog.ts";

const texts = {
  en: () => loadChunk(() => import("../../../CHANGELOG.md", { with: { type: "text" } })),
  zh: () => loadChunk(() => import("../../../CHANGELOG.zh.md", { with: { type: "text" } })),
};

/** What changed in this version and in those before it. */
export default function ChangelogDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ["changelog", language],
    queryFn: async () => readChangelog((await texts[language]()).default),
    staleTime: Infinity,
  });
  return (
    <Dialog
      open
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

/** What has no number yet is in no version that anybody runs. */
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

/** What stands between backticks is code. */
function codeMarked(text: string) {
  return text.split("`").map((part, at) =>
    at % 2 === 1
      ? <code key={at} className="font-mono text-xs break-all">{part}</code>
      : <Fragment key={at}>{part}</Fragment>
  );
}
