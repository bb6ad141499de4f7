import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { VariableImportResult } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ImportPreview } from "./import_preview.tsx";
import { ImportSource } from "./import_source.tsx";
import type { ImportRequest } from "./import_request.ts";

const start: ImportRequest = { format: "env", text: "", existing: "add", secret: false, labels: [] };
const limitMs = 120_000;

/** Imports variables in two steps: source, and preview. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const [request, setRequest] = useState(start);
  const [preview, setPreview] = useState<VariableImportResult | null>(null);
  const release = useLeaveGuard(request.text.trim() !== "");
  const { check: style, take } = useImport();
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
            onSuccess: ({ added, replaced }) => {
              toast.message("success", t("variables.imported", { count: added + replaced }));
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
        style.reset();
        setRequest({ ...request, ...part });
      }}
      busy={style.isPending}
      error={style.error}
      onNext={() => style.mutate(request, { onSuccess: setPreview })}
      onClose={onClose}
    />
  );
}

function useImport() {
  const api = useApi();
  const queries = useQueryClient();
  const send = (request: ImportRequest, preview: boolean) =>
    api.post<VariableImportResult>("/variables/import", { ...request, preview }, { timeoutMs: limitMs });
  const style = useMutation({ mutationFn: (request: ImportRequest) => send(request, true) });
  const take = useMutation({
    mutationFn: (request: ImportRequest) => send(request, false),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.variables() }),
  });
  return { check: style, take };
}
