import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CrontabImportResult } from "../../../../server/contract/crontab_import.ts";
import { useApi } from "../../../api/use_api.tsx";
import { type Choice, chosenLines } from "./choice.ts";

export interface CrontabSource {
  source: "system" | "text";
  text: string;
  /** Whether each line contains a user; null to let the server recognize it. */
  withUser: boolean | null;
}

export interface Preview {
  source: CrontabSource["source"];
  text: string;
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
      const choice = withUser === null ? {} : { withUser };
      const body = source === "system" ? { source } : { source, text, ...choice };
      const result = await api.post<CrontabImportResult>("/tasks/import", body);
      return { source, text: result.text ?? text, result };
    },
  });
  const take = useMutation({
    mutationFn: ({ preview: { text, result }, choice, labels }: ImportRequest) => {
      const withUser = result.userColumn.present;
      const body = { text, withUser, dryRun: false, lines: chosenLines(choice), labels };
      return api.post<CrontabImportResult>("/tasks/import", body, { timeoutMs: limitMs });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
  return { dryRun, take };
}
