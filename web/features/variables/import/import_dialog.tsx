import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { VariableImportAnswer } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useLeaveGuard } from "../../../shell/leave_guard.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { ImportPreview } from "./import_preview.tsx";
import { ImportSource } from "./import_source.tsx";
import type { ImportWish } from "./import_wish.ts";

const start: ImportWish = { format: "env", text: "", existing: "add", secret: false, labels: [] };
const limitMs = 120_000;

/** Brings in variables in two steps: where they come from, and what would come of them. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const toast = useToast();
  const [wish, setWish] = useState(start);
  const [preview, setPreview] = useState<VariableImportAnswer | null>(null);
  const release = useLeaveGuard(wish.text.trim() !== "");
  const { look, take } = useImport();
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
          take.mutate(wish, {
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
      value={wish}
      onValue={(part) => {
        look.reset();
        setWish({ ...wish, ...part });
      }}
      busy={look.isPending}
      error={look.error}
      onNext={() => look.mutate(wish, { onSuccess: setPreview })}
      onClose={onClose}
    />
  );
}

function useImport() {
  const api = useApi();
  const queries = useQueryClient();
  const send = (wish: ImportWish, preview: boolean) =>
    api.post<VariableImportAnswer>("/variables/import", { ...wish, preview }, { timeoutMs: limitMs });
  const look = useMutation({ mutationFn: (wish: ImportWish) => send(wish, true) });
  const take = useMutation({
    mutationFn: (wish: ImportWish) => send(wish, false),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.variables() }),
  });
  return { look, take };
}
