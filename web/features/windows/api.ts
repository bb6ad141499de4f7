import type { List } from "../../../server/contract/shapes.ts";
import type { MaintenanceWindow } from "../../../server/contract/windows.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { inputOf, type WindowValues } from "./form/window_values.ts";

export function useWindows() {
  return useApiQuery<List<MaintenanceWindow>>(queryKeys.windows("list"), "/windows");
}

/** Queries one window; null queries nothing. */
export function useWindow(id: number | null) {
  return useApiQuery<MaintenanceWindow>(queryKeys.windows("one", id), `/windows/${id}`, {
    enabled: id !== null,
  });
}

/** Returns a mutation that creates a window, or changes one; `zone` is the panel's. */
export function useSaveWindow(window: MaintenanceWindow | null, zone: string) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<WindowValues, MaintenanceWindow>) => {
      const input = inputOf(values, zone);
      return window
        ? api.patch<MaintenanceWindow>(`/windows/${window.id}`, input, { version: base?.version })
        : api.post<MaintenanceWindow>("/windows", input);
    },
    invalidates: [queryKeys.windows()],
    waits: true,
    done: ({ name }) => t(window ? "windows.saved" : "windows.created", { name }),
  });
}

export function useRemoveWindow() {
  const { t } = useMessages();
  return useAction({
    send: async (api, { id }: MaintenanceWindow) => {
      await api.delete(`/windows/${id}`);
      return true;
    },
    invalidates: [queryKeys.windows()],
    waits: true,
    done: (_, { name }) => t("windows.removed", { name }),
  });
}

/** Returns a mutation that fetches the iCalendar address of a window. */
export function useFetchWindow() {
  const { t } = useMessages();
  return useAction({
    send: (api, { id }: MaintenanceWindow) => api.post<MaintenanceWindow>(`/windows/${id}/fetch`),
    invalidates: [queryKeys.windows()],
    done: ({ name }) => t("windows.fetched", { name }),
  });
}
