import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Backup, BackupList, BackupRequest } from "../../../server/contract/backups.ts";
import type { ProgressResult } from "../../../server/contract/progress.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

const POLL_INTERVAL_MS = 1000;
// Below the settings: the next automatic one follows from them.
const backupsKey = ["settings", "backups"] as const;

/** Asks for the backups; again each second while one is made. */
export function useBackups() {
  const api = useApi();
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api.get<BackupList>("/backups", { signal }),
    refetchInterval: ({ state }) => state.data?.items.some(isMaking) ? POLL_INTERVAL_MS : false,
  });
}

/** Asks how far the backup is that is being made; null when nobody can tell. */
export function useMakingProgress(making: boolean) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["progress"],
    queryFn: ({ signal }) => api.get<ProgressResult>("/system/progress", { signal }),
    enabled: making,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return making && data?.current?.kind === "backup" ? data.current : null;
}

/** Tells whether a backup is still being made. */
export function isMaking({ state }: Backup): boolean {
  return state === "making";
}

/** Says so when what was being made is there, or has failed. */
export function useReportEnd(items: readonly Backup[] | undefined): void {
  const toast = useToast();
  const { t } = useMessages();
  const before = useRef(new Set<number>());
  useEffect(() => {
    for (const { id, state, error } of items ?? []) {
      if (state === "making") before.current.add(id);
      else if (before.current.delete(id)) {
        if (state === "ready") toast.message("success", t("backup.done"));
        else toast.notify("danger", t("backup.failedNow"), error?.detail);
      }
    }
  }, [items, toast, t]);
}

/** Gives the way to begin a backup. */
export function useMakeBackup(onStarted: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return useMutation({
    mutationFn: (request: BackupRequest) => api.post<Backup>("/backups", request),
    onSuccess() {
      toast.message("success", t("backup.started"));
      void queries.invalidateQueries({ queryKey: backupsKey });
      onStarted();
    },
    onError: (error) => toast.problem(error),
  });
}

/** Gives the way to delete a backup. */
export function useRemoveBackup() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return async (id: number) => {
    try {
      await api.delete<void>(`/backups/${id}`);
      toast.message("success", t("backup.removed"));
      await queries.invalidateQueries({ queryKey: backupsKey });
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
}

/** Gives the way to download an archive: the panel is asked first, so that a refusal is told here. */
export function useDownload() {
  const api = useApi();
  const toast = useToast();
  return async (id: number) => {
    try {
      await api.get<void>(`/backups/${id}/ready`);
      location.assign(api.url(`/backups/${id}`));
    } catch (error) {
      toast.problem(error);
    }
  };
}

/** Gives the way to set the passphrase of automatic backups; tells whether it was done. */
export function useAutomaticPassphrase() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return async (passphrase: string | null) => {
    try {
      await api.put<void>("/backups/passphrase", { passphrase });
      toast.message(
        "success",
        t(passphrase === null ? "backup.passphraseRemoved" : "backup.passphraseSaved"),
      );
      await queries.invalidateQueries({ queryKey: backupsKey });
      return true;
    } catch (error) {
      toast.problem(error);
      return false;
    }
  };
}
