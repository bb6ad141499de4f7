import { keepPreviousData } from "@tanstack/react-query";
import type { Heartbeat, HeartbeatPatch, Ping } from "../../../server/contract/heartbeats.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { type HeartbeatValues, inputOf } from "./form/heartbeat_values.ts";
import type { writeListState } from "./url_state.ts";

export const pageSize = 50;

/** Queries a page of heartbeats, what needs attention first; the previous page stays visible until it is loaded. */
export function useHeartbeatList(list: ReturnType<typeof writeListState>) {
  const query = { ...list, sort: list.sort ?? "state", pageSize };
  return useApiQuery<List<Heartbeat>>(queryKeys.heartbeats("list", query), "/heartbeats", {
    query,
    placeholderData: keepPreviousData,
  });
}

/** Queries one heartbeat; null queries nothing. */
export function useHeartbeat(id: number | null) {
  return useApiQuery<Heartbeat>(queryKeys.heartbeats("one", id), `/heartbeats/${id}`, {
    enabled: id !== null,
  });
}

export function usePings(id: number, query: { page: number; pageSize: number }) {
  return useApiQuery<List<Ping>>(queryKeys.heartbeats("pings", id, query), `/heartbeats/${id}/pings`, {
    query,
    placeholderData: keepPreviousData,
  });
}

export function useSaveHeartbeat(heartbeat: Heartbeat | null) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<HeartbeatValues, Heartbeat>): Promise<Heartbeat> =>
      heartbeat
        ? api.patch(`/heartbeats/${heartbeat.id}`, inputOf(values), { version: base?.version })
        : api.post("/heartbeats", inputOf(values)),
    storesAt: ({ id }) => queryKeys.heartbeats("one", id),
    invalidates: [queryKeys.heartbeats()],
    done: ({ name }) => heartbeat ? t("heartbeats.saved") : t("heartbeats.created", { name }),
  });
}

/** Returns functions that change one heartbeat and report it. */
export function useHeartbeatChanges() {
  const { t } = useMessages();
  const invalidates = [queryKeys.heartbeats()];
  const pause = useAction({
    send: (api, { id }: Heartbeat) => api.post<Heartbeat>(`/heartbeats/${id}/pause`),
    invalidates,
    done: (_, { name }) => t("heartbeats.paused", { name }),
  });
  const resume = useAction({
    send: (api, { id }: Heartbeat) => api.post<Heartbeat>(`/heartbeats/${id}/resume`),
    invalidates,
    done: (_, { name }) => t("heartbeats.resumed", { name }),
  });
  const mute = useAction({
    send: (api, { id, muted }: Heartbeat) =>
      api.patch<Heartbeat>(`/heartbeats/${id}`, { muted: !muted } satisfies HeartbeatPatch),
    invalidates,
    done: ({ muted }, { name }) => t(muted ? "heartbeats.doneMute" : "heartbeats.doneUnmute", { name }),
  });
  const replaceKey = useAction({
    send: (api, { id }: Heartbeat) => api.post<Heartbeat>(`/heartbeats/${id}/key`),
    invalidates,
    waits: true,
    done: "heartbeats.keyReplaced",
  });
  const remove = useAction({
    send: (api, { id }: Heartbeat) => api.delete(`/heartbeats/${id}`),
    invalidates: [queryKeys.heartbeats("list")],
    waits: true,
    done: (_, { name }) => t("heartbeats.deleted", { name }),
  });
  return {
    pause: pause.mutate,
    resume: resume.mutate,
    mute: mute.mutate,
    replaceKey: replaceKey.mutateAsync,
    remove: remove.mutateAsync,
  };
}
