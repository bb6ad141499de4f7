import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useMay } from "../../api/use_permissions.ts";

type StoppedRun = Pick<Run, "id" | "taskId" | "state" | "stopRequestedAt">;

/** How long before and after the request its entry may be written (ms): a batch is recorded when all of it is done. */
const beforeMs = 1000;
const afterMs = 150_000;
/** The entry is written after the response: a run that has just ended is asked for again. */
const attempts = 3;
const retryMs = 1500;

/** Renders who stopped a run, from the audit log; nothing for other runs, or if the log does not say it. */
export function StoppedBy({ run }: { run: StoppedRun }) {
  const api = useApi();
  const { t } = useMessages();
  const at = run.state === "stopped" ? run.stopRequestedAt : null;
  const requestedAt = at === null ? 0 : Date.parse(at);
  const query = {
    act: "runs.stop,tasks.stop",
    from: new Date(requestedAt - beforeMs).toISOString(),
    to: new Date(requestedAt + afterMs).toISOString(),
    pageSize: 100,
  };
  const mayRead = useMay("system:read");
  const { data: name } = useQuery({
    queryKey: queryKeys.auditLog("stop", run.id),
    queryFn: async ({ signal }) => {
      const { items } = await api.get<List<AuditEntry>>("/audit-log", { query, signal });
      return stoppingEntry(items, run)?.actor.name ?? null;
    },
    enabled: at !== null && mayRead,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data || dataUpdateCount >= attempts ? false : retryMs,
  });
  return name ? <span className="text-muted">{t("runs.stoppedBy", { name })}</span> : null;
}

/** Returns the first entry, of those newest first, that names a run or its task. */
export function stoppingEntry(
  entries: readonly AuditEntry[],
  { id, taskId }: Pick<Run, "id" | "taskId">,
): AuditEntry | undefined {
  return entries.findLast(({ act, object }) => {
    const named = act === "runs.stop" ? id : taskId;
    return named !== null && object?.split(", ").includes(`#${named}`);
  });
}
