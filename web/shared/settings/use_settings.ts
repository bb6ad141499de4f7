import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsPatch } from "../../../server/contract/settings.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { rememberSettings } from "../page/use_save_theme.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

export function useSettings() {
  return useApiQuery<Settings>(queryKeys.settings(), "/settings");
}

/**
 * Returns a function that saves settings as changes of the last loaded version; it reports the result to the
 * user and to its caller.
 */
export function useSaveSettings(current: Settings) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (patch: SettingsPatch) =>
      api.patch<Settings>("/settings", patch, { version: current.version }),
    onSuccess(settings) {
      rememberSettings(queries, settings);
      toast.message("success", t("settings.saved"));
    },
    onError(error) {
      // The field shows this issue itself.
      if (issueAt(error, "proxy") !== undefined) return;
      if (!(error instanceof ApiProblem) || error.code !== "stale_version") return toast.problem(error);
      toast.notify("warning", error.title, t("settings.changedElsewhere"));
      void queries.invalidateQueries({ queryKey: queryKeys.settings() });
    },
  });
  const save = (patch: SettingsPatch) => mutateAsync(patch).then(() => true, () => false);
  return { save, busy: isPending, error };
}
