import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CrontabImportAnswer } from "../../../../server/contract/crontab_import.ts";
import { useApi } from "../../../api/use_api.tsx";
import { type Choice, chosenLines } from "./choice.ts";

/** Where a crontab is to come from. */
export interface CrontabSource {
  source: "system" | "text";
  text: string;
  withUser: boolean;
}

/** A crontab as it was looked at, and what it would become. */
export interface Preview {
  text: string;
  withUser: boolean;
  answer: CrontabImportAnswer;
}

export interface Wish {
  preview: Preview;
  choice: Choice;
  labels: readonly string[];
}

const limitMs = 120_000;

/** Gives the requests of an import: first what would come, then to let it come. */
export function useCrontabImport() {
  const api = useApi();
  const queries = useQueryClient();
  const look = useMutation({
    mutationFn: async ({ source, text, withUser }: CrontabSource): Promise<Preview> => {
      const body = source === "system" ? { source } : { source, text, withUser };
      const answer = await api.post<CrontabImportAnswer>("/tasks/import", body);
      return { text: answer.text ?? text, withUser: source === "text" && withUser, answer };
    },
  });
  const take = useMutation({
    mutationFn: ({ preview: { text, withUser }, choice, labels }: Wish) => {
      const body = { text, withUser, dryRun: false, lines: chosenLines(choice), labels };
      return api.post<CrontabImportAnswer>("/tasks/import", body, { timeoutMs: limitMs });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
  return { look, take };
}
