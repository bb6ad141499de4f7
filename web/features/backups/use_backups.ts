import { useEffect, useRef } from "react";
import type { Backup, BackupList, BackupRequest, RestoreBody } from "../../../server/contract/backups.ts";
import type { ProgressResult } from "../../../server/contract/progress.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useShutdownNotice } from "../system/progress/use_shutdown_notice.ts";

const POLL_INTERVAL_MS = 1000;
// Below the settings topic, because the next automatic backup depends on the settings.
const backupsKey = ["settings", "backups"] as const;

/** Queries the backups, every second while one is being created. */
export function useBackups() {
  return useApiQuery<BackupList>(backupsKey, "/backups", {
    refetchInterval: ({ state }) => state.data?.items.some(isMaking) ? POLL_INTERVAL_MS : false,
  });
}

/** Queries the progress of the backup being created; null when unknown. */
export function useMakingProgress(making: boolean) {
  const { data } = useApiQuery<ProgressResult>(["progress"], "/system/progress", {
    enabled: making,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return making && data?.current?.kind === "backup" ? data.current : null;
}

export function isMaking({ state }: Backup): boolean {
  return state === "making";
}

/** Reports when a backup was created or failed. */
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

export function useMakeBackup(onStarted: () => void) {
  return useAction({
    send: async (api, request: BackupRequest) => {
      await api.post<Backup>("/backups", request);
      onStarted();
    },
    invalidates: [backupsKey],
    done: "backup.started",
  });
}

export function useRemoveBackup() {
  return useAction({
    send: (api, id: number) => api.delete<void>(`/backups/${id}`),
    invalidates: [backupsKey],
    waits: true,
    done: "backup.removed",
  });
}

/** Returns the mutation that downloads an archive. It checks first, so that a rejection is reported on this page. */
export function useDownload() {
  return useAction({
    send: async (api, id: number) => {
      await api.get<void>(`/backups/${id}/ready`);
      location.assign(api.url(`/backups/${id}`));
    },
    invalidates: [],
  });
}

/** Returns the mutation that sets the passphrase of automatic backups. */
export function useAutomaticPassphrase() {
  const { t } = useMessages();
  return useAction({
    send: (api, passphrase: string | null) => api.put<void>("/backups/passphrase", { passphrase }),
    invalidates: [backupsKey],
    waits: true,
    done: (_, passphrase) => t(passphrase === null ? "backup.passphraseRemoved" : "backup.passphraseSaved"),
  });
}

/** Returns the mutation that starts a restore and opens its progress page. */
export function useRestore() {
  const shutdownNotice = useShutdownNotice("restore");
  return useAction({
    send: (api, request: RestoreBody) => shutdownNotice(() => api.post("/backups/restore", request)),
    invalidates: [],
  });
}
