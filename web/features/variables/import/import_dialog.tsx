import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  ImportedVariable,
  ImportNote,
  ImportRefusal,
  VariableImportResult,
} from "../../../../server/contract/variables.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { PreviewStep } from "../../../shared/import/import_steps.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import type { Tone } from "../../../ui/tones.ts";
import { type ImportRequest, ImportSource } from "./import_source.tsx";

const start: ImportRequest = { format: "env", text: "", existing: "add", secret: false, labels: [] };
const limitMs = 120_000;

/** Imports variables in two steps: source, and preview. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const [request, setRequest] = useState(start);
  const [preview, setPreview] = useState<VariableImportResult | null>(null);
  const release = useLeaveGuard(request.text.trim() !== "");
  const { dryRun, take } = useImport();
  if (preview) {
    return (
      <ImportPreview
        preview={preview}
        busy={take.isPending}
        error={take.error}
        onClose={onClose}
        onBack={() => {
          take.reset();
          setPreview(null);
        }}
        onTake={() =>
          take.mutate(request, {
            onSuccess: ({ added, replaced, skipped }) => {
              toast.message("success", t("variables.imported", { count: added + replaced, skipped }));
              release();
              onClose();
            },
          })}
      />
    );
  }
  return (
    <ImportSource
      value={request}
      onValue={(part) => {
        dryRun.reset();
        setRequest({ ...request, ...part });
      }}
      busy={dryRun.isPending}
      error={dryRun.error}
      onNext={() => dryRun.mutate(request, { onSuccess: setPreview })}
      onClose={onClose}
    />
  );
}

function useImport() {
  const api = useApi();
  const queries = useQueryClient();
  const send = (request: ImportRequest, preview: boolean) =>
    api.post<VariableImportResult>("/variables/import", { ...request, preview }, { timeoutMs: limitMs });
  const dryRun = useMutation({ mutationFn: (request: ImportRequest) => send(request, true) });
  const take = useMutation({
    mutationFn: (request: ImportRequest) => send(request, false),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.variables() }),
  });
  return { dryRun, take };
}

interface ImportPreviewProps {
  preview: VariableImportResult;
  busy: boolean;
  error: unknown;
  onTake: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** Renders the second step: the result for each entry. */
function ImportPreview({ preview, busy, error, onTake, onBack, onClose }: ImportPreviewProps) {
  const { t } = useMessages();
  const { items, added, replaced, skipped } = preview;
  const count = added + replaced;
  const rejected = items.filter(({ state }) => state === "refused").length; // also counted as skipped
  return (
    <PreviewStep
      title={t("variables.importTitle")}
      problem={error === null ? undefined : problemText(error)}
      summary={t("variables.importSummary", { added, replaced, skipped: skipped - rejected, rejected })}
      empty={items.length === 0 && <EmptyState title={t("variables.importNothing")} />}
      submitLabel={t("variables.importCount", { count })}
      onImport={onTake}
      {...{ busy, count, onBack, onClose }}
    >
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {items.map((item) => <PreviewLine key={item.place} item={item} />)}
      </ul>
    </PreviewStep>
  );
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return String(error);
  return error.issues[0]?.message ?? error.detail;
}

const styles: Record<ImportedVariable["state"], { label: MessageKey; tone: Tone }> = {
  new: { label: "variables.stateNew", tone: "success" },
  changed: { label: "variables.stateChanged", tone: "warning" },
  same: { label: "variables.stateSame", tone: "neutral" },
  refused: { label: "variables.stateRefused", tone: "danger" },
};

const actionMessages: Record<ImportedVariable["act"], MessageKey> = {
  added: "variables.actAdded",
  replaced: "variables.actReplaced",
  skipped: "variables.actSkipped",
};

const reasonMessages: Record<ImportRefusal, MessageKey> = {
  no_name: "variables.reasonNoName",
  bad_name: "variables.nameHelp",
  reserved_name: "variables.reasonReserved",
  shell_name: "variables.reasonShell",
  no_value: "variables.reasonNoValue",
  bad_value: "variables.reasonValue",
  value_too_long: "variables.reasonLong",
  bad_remarks: "variables.reasonRemarks",
  bad_labels: "variables.reasonLabels",
  not_understood: "variables.reasonLine",
  quote_open: "task.quoteOpen",
  after_quote: "variables.reasonAfterQuote",
};

const noteMessages: Record<ImportNote, MessageKey> = {
  expanded: "variables.noteExpanded",
  unknown_reference: "variables.noteUnknownReference",
};

function PreviewLine({ item }: { item: ImportedVariable }) {
  const { t } = useMessages();
  const { place, name, value, state, act, reason, note, secret } = item;
  const { label, tone } = styles[state];
  return (
    <li className="flex items-start gap-3 px-3 py-2 [contain-intrinsic-size:auto_52px] [content-visibility:auto]">
      <span className="w-8 shrink-0 pt-0.5 text-end text-xs text-faint tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <div className="truncate font-mono text-xs font-medium">{name || "—"}</div>
        {reason === null
          ? <PreviewValue value={secret ? "••••••••" : value} />
          : <div className="text-xs text-danger-text">{t(reasonMessages[reason])}</div>}
        {note !== null && <div className="text-xs text-warning-text">{t(noteMessages[note])}</div>}
      </div>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <Badge tone={tone}>{t(label)}</Badge>
        {state !== "refused" && <span className="text-xs text-faint">{t(actionMessages[act])}</span>}
      </span>
    </li>
  );
}

function PreviewValue({ value }: { value: string }) {
  const { t } = useMessages();
  if (value === "") return <div className="text-xs text-faint italic">{t("variables.empty")}</div>;
  const lines = value.split("\n").length;
  return (
    <div className="flex gap-2 text-xs text-muted">
      <span className="min-w-0 truncate font-mono">{value}</span>
      {lines > 1 && (
        <span className="shrink-0 text-warning-text">{t("variables.lines", { count: lines })}</span>
      )}
    </div>
  );
}
