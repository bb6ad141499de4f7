import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { BatchResult } from "../../../server/contract/shapes.ts";
import { useApi } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { rejectionText } from "./rejection_text.ts";
import { needsValues } from "../../../server/contract/required_values.ts";
import type { Parameter } from "../../../server/contract/parameters.ts";
import { useAskRun } from "../task/ask_run.ts";
import { useAskBeforeRun } from "../windows/window_question.tsx";

/** `runId` is only in the results of running tasks. */
type Results = (BatchResult["results"][number] & { runId?: number })[];

interface Target {
  id: number;
  name: string;
  /** Those of a task, as far as they are known. */
  parameters?: readonly Parameter[];
}

interface FollowUp<T> {
  label: MessageKey;
  onSelect: (changed: readonly T[]) => void;
  /** Whether it fits what was changed; by default, it does. */
  fits?: (changed: readonly T[]) => boolean;
}

interface BatchOptions<A extends string, T extends Target> {
  /**
   * The path of the collection in the API: an action is `POST {path}/{action}`, a deletion `DELETE {path}`.
   */
  path: string;
  /** The success message of each action; receives `{count}` and `{name}`. */
  done: Record<A, MessageKey>;
  /** Returns what the success message of an action offers as Undo; null for nothing. */
  undo?: Partial<Record<A, (changed: readonly T[]) => (() => void) | null>>;
  /** Offered with the success message of an action. */
  followUp?: Partial<Record<A, FollowUp<T>>>;
  /** The actions that delete; defaults to the one of this name. */
  deletions?: readonly string[];
  /** Topics of the queries to invalidate. */
  topics: readonly string[];
  /** Awaits these queries, so that the focus does not return to a row that is about to disappear. */
  waits?: boolean;
  /** Opens the log of a run; offered with the success message of a single one. */
  onShowLog?: ((id: number, runId: number) => void) | undefined;
  /** Called with the run of a single object once the request has succeeded. */
  onStarted?: ((id: number, runId: number) => void) | undefined;
}

interface BatchActions<A extends string, T extends Target> {
  /**
   * Runs an action on several objects. Resolves to the number of successes, or to null if the user does not want it after all;
   * rejects when the request failed.
   */
  send: (action: A, targets: readonly T[], extra?: object) => Promise<number | null>;
  /** Runs an action and also reports a failed request. The second click of a double click does nothing. */
  perform: (action: A, targets: readonly T[]) => Promise<void>;
  /** Whether the latest action is being sent. */
  pending: boolean;
}

/** Maximum number of objects in one request. */
const maxAtOnce = 1000;
// Stopping runs may take as long as the grace period of each.
const deletionTimeoutMs = 120_000;
/** Within this time, the same action on the same objects is the second click of a double click. */
const REPEAT_MS = 500;

/**
 * Returns functions that run actions on several objects and report how many succeeded, and which failed and
 * why.
 */
export function useBatchAction<A extends string, T extends Target = Target>(
  { path, done, undo, followUp, deletions = ["delete"], topics, waits = false, onShowLog, onStarted }:
    BatchOptions<
      A,
      T
    >,
): BatchActions<A, T> {
  const api = useApi();
  const queries = useQueryClient();
  const report = useReportBatch<T>(onShowLog);
  const { problem } = useToast();
  const request = (action: A, body: object) =>
    deletions.includes(action)
      ? api.delete<{ results: Results }>(path, { body, timeoutMs: deletionTimeoutMs })
      : api.post<{ results: Results }>(`${path}/${action}`, body);
  const { mutateAsync, isPending: pending } = useMutation({
    mutationFn: async (
      { action, targets, extra }: { action: A; targets: readonly T[]; extra: object },
    ) => {
      const results: Results = [];
      try {
        for (let from = 0; from < targets.length; from += maxAtOnce) {
          const ids = targets.slice(from, from + maxAtOnce).map(({ id }) => id);
          results.push(...(await request(action, { ids, ...extra })).results);
        }
      } finally {
        if (results.length > 0) {
          const followed = { done: done[action], undo: undo?.[action], followUp: followUp?.[action] };
          void report(followed, results, targets);
        }
      }
      const run = targets.length === 1 ? results[0] : undefined;
      if (run?.runId !== undefined) onStarted?.(run.id, run.runId);
      return results.filter(({ ok }) => ok).length;
    },
    onSettled: async () => {
      const loaded = Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
      if (waits) await loaded;
    },
  });
  const askBeforeRun = useAskBeforeRun();
  const send: BatchActions<A, T>["send"] = useCallback(
    async (action, targets, extra = {}) => {
      if (path === "/tasks" && action === "run" && !await askBeforeRun(targets)) return null;
      return await mutateAsync({ action, targets, extra });
    },
    [path, askBeforeRun, mutateAsync],
  );
  const askRun = useAskRun();
  const last = useRef({ request: "", at: -Infinity });
  const perform: BatchActions<A, T>["perform"] = useCallback(
    async (action, targets) => {
      const request = JSON.stringify([action, targets.map(({ id }) => id)]);
      const at = performance.now();
      if (request === last.current.request && at - last.current.at < REPEAT_MS) return;
      last.current = { request, at };
      // Without its values, such a run would be refused.
      if (
        path === "/tasks" && action === "run" && targets.length === 1 &&
        needsValues(targets[0]?.parameters ?? [])
      ) {
        return askRun({ tasks: targets, onShowLog, onStarted });
      }
      await send(action, targets).catch(problem);
    },
    [path, send, problem, askRun, onShowLog, onStarted],
  );
  return { send, perform, pending };
}

const maxNamed = 5;

interface Report<T extends Target> {
  done: MessageKey;
  undo: ((changed: readonly T[]) => (() => void) | null) | undefined;
  followUp: FollowUp<T> | undefined;
}

function useReportBatch<T extends Target>(onShowLog: BatchOptions<string, T>["onShowLog"]) {
  const { t, format, later } = useMessages();
  const toast = useToast();
  return async ({ done, undo, followUp }: Report<T>, results: Results, targets: readonly T[]) => {
    await later();
    const nameOf = (id: number) => targets.find((target) => target.id === id)?.name ?? `#${id}`;
    const rejected = results.filter(({ ok }) => !ok)
      .map(({ id, error }) => ({ name: nameOf(id), reason: rejectionText(error) }));
    const changedIds = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
    const changed = targets.filter(({ id }) => changedIds.has(id));
    const onUndo = changed.length > 0 ? undo?.(changed) : null;
    const run = results.length === 1 ? results[0] : undefined;
    const action = onUndo
      ? { label: t("ui.undo"), onSelect: onUndo }
      : followUp && followUp.fits?.(changed) !== false
      ? { label: t(followUp.label), onSelect: () => followUp.onSelect(changed) }
      : onShowLog && run?.runId !== undefined
      ? { label: t("task.showLog"), onSelect: () => onShowLog(run.id, run.runId ?? 0) }
      : undefined;
    const values = { count: changedIds.size, name: changed[0]?.name ?? "" };
    if (changedIds.size > 0) toast.message("success", t(done, values), action);
    const [first] = rejected;
    if (!first) return;
    if (targets.length === 1) return toast.notify("warning", first.reason, first.name);
    const named = rejected.slice(0, maxNamed).map((one) => t("task.refusedOne", one));
    const more = rejected.length - named.length;
    if (more > 0) named.push(t("task.refusedMore", { count: more }));
    toast.notify(
      "warning",
      t("task.refused", { count: rejected.length, total: format.number(targets.length) }),
      named.join("\n"),
    );
  };
}
