import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CrontabImportResult } from "../../../../server/contract/crontab_import.ts";
import { useApi } from "../../../api/use_api.tsx";
import { type Choice, chosenLines } from "./choice.ts";

export interface CrontabSource {
  source: "system" | "text";
  text: string;
  withUser: boolean;
}

/** A crontab, and the tasks it would become. */
export interface Preview {
  text: string;
  withUser: boolean;
  result: CrontabImportResult;
}

export interface ImportRequest {
  preview: Preview;
  choice: Choice;
  labels: readonly string[];
}

const limitMs = 120_000;

/** Returns the requests of an import: preview, then import. */
export function useCrontabImport() {
  const api = useApi();
  const queries = useQueryClient();
  const dryRun = useMutation({
    mutationFn: async ({ source, text, withUser }: CrontabSource): Promise<Preview> => {
      const body = source === "system" ? { source } : { source, text, withUser };
      const result = await api.post<CrontabImportResult>("/tasks/import", body);
      return { text: result.text ?? text, withUser: source === "text" && withUser, result };
    },
  });
  const take = useMutation({
    mutationFn: ({ preview: { text, withUser }, choice, labels }: ImportRequest) => {
      const body = { text, withUser, dryRun: false, lines: chosenLines(choice), labels };
      return api.post<CrontabImportResult>("/tasks/import", body, { timeoutMs: limitMs });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
  return { dryRun, take };
}
