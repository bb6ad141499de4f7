import { FileX } from "../../../ui/icons/icons.ts";
import { Link } from "wouter";
import type { ComparedFile, ComparedSide } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DiffView } from "../../../ui/diff/diff_view.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type ChangesSource, useFileComparison } from "../api.ts";

const reasons: Record<Exclude<ComparedSide["format"], "text">, MessageKey> = {
  binary: "diff.sideBinary",
  too_large: "diff.sideTooLarge",
  no_file: "subscriptions.diffNoFile",
};

interface DifferenceDialogProps {
  source: ChangesSource;
  path: string;
  /** Folder below the scripts; undefined when there is none yet. */
  alias: string | undefined;
  onClose: () => void;
}

/** Renders one file before and after a pull, over the list of changes. */
export default function DifferenceDialog({ source, path, alias, onClose }: DifferenceDialogProps) {
  const { t } = useMessages();
  const { data, error, refetch } = useFileComparison(source, path);
  const isThere = alias !== undefined && data !== undefined && data.before !== null;
  return (
    <Dialog
      flush
      size="full"
      title={<span className="font-mono text-base break-all">{path}</span>}
      onClose={onClose}
      footer={
        <>
          {isThere && (
            <Link
              href={paths.scripts(`${alias}/${path}`)}
              className="me-auto text-sm text-accent-text hover:underline"
            >
              {t("subscriptions.diffOpen")}
            </Link>
          )}
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      {isGone(error)
        ? (
          <EmptyState
            icon={<FileX size={22} />}
            title={t("subscriptions.diffGone")}
            text={t("subscriptions.diffGoneHelp")}
          />
        )
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : data
        ? <Difference file={data} runId={source.runId} />
        : (
          <div className="flex h-full items-center justify-center text-muted">
            <Spinner size="large" label={t("ui.loading")} />
          </div>
        )}
    </Dialog>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.code === "nothing_waiting");
}

function Difference({ file, runId }: { file: ComparedFile; runId: number }) {
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  const { before, after, path } = file;
  if (file.runId !== runId) return <NotComparable reason="subscriptions.waitingNewer" label={path} />;
  const [left, right] = [t("subscriptions.diffBefore"), t("subscriptions.diffAfter")];
  if (before && before.format !== "text") {
    return <NotComparable reason={reasons[before.format]} label={left} />;
  }
  if (after && after.format !== "text") return <NotComparable reason={reasons[after.format]} label={right} />;
  return (
    <DiffView
      docKey={`${runId} ${path}`}
      left={{ text: before?.content ?? "", label: before ? left : t("subscriptions.diffNothingYet") }}
      right={{ text: after?.content ?? "", label: after ? right : t("subscriptions.diffNothingLeft") }}
      fileName={path}
      editable={false}
      settings={settings}
    />
  );
}

function NotComparable({ reason, label }: { reason: MessageKey; label: string }) {
  const { t } = useMessages();
  return <EmptyState icon={<FileX size={22} />} title={t(reason)} text={label} />;
}
