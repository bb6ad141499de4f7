import type { List } from "../../../server/contract/shapes.ts";
import type { MaintenanceWindow } from "../../../server/contract/windows.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction } from "../actions/use_action.ts";

const HOUR_MS = 3_600_000;

/** Queries the maintenance windows that are open now. */
export function useOpenWindows(): MaintenanceWindow[] {
  const { data } = useApiQuery<List<MaintenanceWindow>>(queryKeys.windows("list"), "/windows");
  return data?.items.filter(({ active }) => active) ?? [];
}

/** Returns a mutation that ends a window that is open. */
export function useEndWindow() {
  const { t } = useMessages();
  return useAction({
    send: (api, { id }: MaintenanceWindow) => api.post<MaintenanceWindow>(`/windows/${id}/end`),
    invalidates: [queryKeys.windows()],
    done: ({ name }) => t("windows.ended", { name }),
  });
}

/** Returns a mutation that opens a window for all tasks for some hours from now on. */
export function useStartMaintenance() {
  const { t, format } = useMessages();
  return useAction({
    send: (api, hours: number) => {
      const from = Date.now();
      return api.post<MaintenanceWindow>("/windows", {
        name: t("windows.quickName", { time: format.dateTime(new Date(from).toISOString()) }),
        from: new Date(from).toISOString(),
        to: new Date(from + hours * HOUR_MS).toISOString(),
      });
    },
    invalidates: [queryKeys.windows()],
    done: ({ nextTo }) => t("windows.started", { time: nextTo ? format.dateTime(nextTo) : "" }),
  });
}
