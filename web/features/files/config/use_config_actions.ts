import { useQueryClient } from "@tanstack/react-query";
import type { PathResults } from "../../../../server/contract/files.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** What can be done with configuration files as a whole. Each throws what the panel says, so that its dialog can show it. */
export interface ConfigFileActions {
  /** Makes a new file; refuses to replace one. */
  create(path: string, content: string): Promise<void>;
  rename(path: string, to: string): Promise<void>;
  /** Deletes at once and offers to undo it. */
  remove(path: string): Promise<void>;
}

/** Gives the acts of the configuration page. */
export function useConfigActions(): ConfigFileActions {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const check = () => queries.invalidateQueries({ queryKey: queryKeys.files("config") });
  const bringBack = async (binId: number, path: string) => {
    try {
      await api.post("/files/config/bin/restore", { ids: [binId] });
      await check();
      toast.message("success", t("files.configDeletedUndone", { name: path }));
    } catch (error) {
      toast.problem(error);
    }
  };
  return {
    async create(path, content) {
      await fileRequests(api, { area: "config", path }).save(content, "nothing");
      await check();
      toast.message("success", t("files.configCreated", { name: path }));
    },
    async rename(path, to) {
      const result = await api.post<PathResults>("/files/config/move", { items: [{ from: path, to }] });
      const rejected = result.results.find(({ ok }) => !ok)?.error;
      if (rejected) throw new Error(rejected.detail);
      await check();
      toast.message("success", t("files.configRenamed", { name: to }));
    },
    async remove(path) {
      const { binId } = await api.delete<{ binId: number }>("/files/config/content", { query: { path } });
      await check();
      const action = { label: t("ui.undo"), onSelect: () => void bringBack(binId, path) };
      toast.notify("success", t("files.configDeleted", { name: path }), undefined, action);
    },
  };
}
