import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import type { BackupList } from "../../../server/contract/backups.ts";
import type { EventType, LiveEvent } from "../../../server/contract/events.ts";
import type { Health } from "../../../server/contract/health.ts";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { Subscription } from "../../../server/contract/subscriptions.ts";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import { useLiveEvent } from "../../api/use_live.tsx";
import { readStored, writeStored } from "../../ui/stored.ts";
import { type BellResponses, findAttention, markAll, readMark } from "./attention.ts";

const markName = "sundial-attention-seen";
const newest = 30;
const factorActions = "account.second-factor.activate,account.second-factor.deactivate";
/** Minimum interval between queries of a source on a busy panel, milliseconds. */
const restMs = 3000;

/** One request each; the runs include packages and pulls. */
const sources = {
  runs: async (api: Api, signal: AbortSignal) => {
    const query = { state: "failed,timed_out,interrupted", pageSize: newest };
    return { runs: (await api.get<List<Run>>("/runs", { query, signal })).items };
  },
  logins: async (api: Api, signal: AbortSignal) => {
    const query = { pageSize: newest };
    return { logins: (await api.get<List<LoginLogEntry>>("/login-logs", { query, signal })).items };
  },
  backups: async (api: Api, signal: AbortSignal) => ({
    backups: (await api.get<BackupList>("/backups", { signal })).items,
  }),
  system: async (api: Api, signal: AbortSignal) => {
    const { update, startedAt, startedAfterCrash } = await api.get<SystemDetails>("/system", { signal });
    return { update: update.lastCheck, start: { startedAt, startedAfterCrash } };
  },
  subscriptions: async (api: Api, signal: AbortSignal) => {
    const query = { pageSize: 500 };
    const { items } = await api.get<List<Subscription>>("/subscriptions", { query, signal });
    return { subscriptions: items };
  },
  factorChanges: async (api: Api, signal: AbortSignal) => {
    const query = { act: factorActions, pageSize: newest };
    return { factorChanges: (await api.get<List<AuditEntry>>("/audit-log", { query, signal })).items };
  },
  disk: async (api: Api, signal: AbortSignal) => ({
    disk: (await api.get<Health>("/health", { signal })).disk,
  }),
  deliveries: async (api: Api, signal: AbortSignal) => {
    const query = { state: "failed", pageSize: newest };
    return {
      deliveries: (await api.get<List<Delivery>>("/notifications/deliveries", { query, signal })).items,
    };
  },
} satisfies Record<string, (api: Api, signal: AbortSignal) => Promise<BellResponses>>;
type Source = keyof typeof sources;

/** The source that an event makes stale; no other event can bring new items. */
const staleBy: Partial<Record<EventType, Source>> = {
  "run:finished": "runs",
  "login:failed": "logins",
  "backup:done": "backups",
  "backup:failed": "backups",
  "system:changed": "system",
  "subscription:waiting": "subscriptions",
  "subscription:updated": "subscriptions",
  "subscription:deleted": "subscriptions",
  "account:factor_changed": "factorChanges",
  "health:changed": "disk",
  "delivery:changed": "deliveries",
};

/** Queries the items that need attention, and again when an event affects them. */
export function useAttention() {
  const api = useApi();
  const { data, failed, ready } = useQueries({
    queries: Object.entries(sources).map(([name, ask]) => ({
      queryKey: queryKeys.attention(name),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<BellResponses> => ask(api, signal),
      staleTime: Infinity,
    })),
    combine: joinResponses,
  });
  useRefresh();
  const [mark, see] = useMark();
  // The age limit of a week need not be exact, so no timer updates it.
  const items = useMemo(() => findAttention(data, mark, Date.now()), [data, mark]);
  return { items, failed, ready, seeAll: () => see(markAll(items, mark)) };
}

// Outside of the component, so that results are combined again only for new responses.
function joinResponses(
  results: readonly { data: BellResponses | undefined; isError: boolean; isPending: boolean }[],
) {
  return {
    data: Object.assign({}, ...results.map(({ data }) => data)) as BellResponses, // each source returns a part
    failed: results.some(({ isError }) => isError),
    ready: results.every(({ isPending }) => !isPending),
  };
}

function useRefresh(): void {
  const queries = useQueryClient();
  const waiting = useRef(new Map<Source, ReturnType<typeof setTimeout>>());
  const listener = useCallback(({ type }: LiveEvent) => {
    const source = staleBy[type];
    if (!source || waiting.current.has(source)) return;
    const timer = setTimeout(() => {
      waiting.current.delete(source);
      void queries.invalidateQueries({ queryKey: queryKeys.attention(source) });
    }, restMs);
    waiting.current.set(source, timer);
  }, [queries]);
  useLiveEvent(listener);
  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);
}

/** Stores in this browser what the user has seen; its other tabs follow. */
function useMark() {
  const [mark, setMark] = useState(() => readMark(readStored(markName)));
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === markName && setMark(readMark(readStored(markName)));
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, []);
  const see = (next: typeof mark) => {
    if (next.until === mark.until && next.version === mark.version) return;
    writeStored(markName, next);
    setMark(next);
  };
  return [mark, see] as const;
}
