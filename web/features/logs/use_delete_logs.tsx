import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PathResults } from "../../../server/contract/files.ts";
import type { LogMeasure } from "../../../server/contract/logs.ts";
import type { Api } from "../../api/request.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { innermost, type LogItem } from "./log_items.ts";

const deleteLimitMs = 120_000;
/** Maximum number of paths in one request. */
const maxAtOnce = 1000;

/** Returns a function that asks before logs are deleted, and the dialog with their number and size. */
export function useDeleteLogs(
  onDeleted: (paths: readonly string[]) => void,
): { ask: (items: readonly LogItem[]) => void; question: ReactNode } {
  const { ask, question } = useConfirm();
  const remove = useRemove(onDeleted);
  const { t } = useMessages();
  const askFor = (items: readonly LogItem[]) =>
    ask({
      danger: true,
      title: items.length > 1
        ? t("logs.deleteSeveral", { count: items.length })
        : t(items[0]?.kind === "folder" ? "logs.deleteFolder" : "logs.deleteLog"),
      text: <WhatGoes items={items} />,
      confirmLabel: t("ui.delete"),
      onConfirm: () => remove(items),
    });
  return { ask: (items) => askFor(innermost(items)), question };
}

function useRemove(onDeleted: (paths: readonly string[]) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return async (items: readonly LogItem[]) => {
    const paths = items.map(({ path }) => path);
    try {
      const results = await removeAll(api, paths);
      const gone = results.filter(({ ok }) => ok).map(({ path }) => path);
      const error = results.find(({ error }) => error)?.error;
      if (!error) toast.message("success", t("logs.deleted", { count: gone.length }));
      else {
        const title = paths.length > 1
          ? t("logs.partly", { done: gone.length, count: paths.length })
          : error.title;
        toast.notify("danger", title, error.detail);
      }
      onDeleted(gone);
    } catch (error) {
      toast.problem(error);
      throw error;
    } finally {
      void queries.invalidateQueries({ queryKey: queryKeys.logs() });
    }
  };
}

async function removeAll(api: Api, paths: readonly string[]): Promise<PathResults["results"]> {
  const all: PathResults["results"] = [];
  for (let at = 0; at < paths.length; at += maxAtOnce) {
    const body = { paths: paths.slice(at, at + maxAtOnce) };
    all.push(...(await api.delete<PathResults>("/logs", { body, timeoutMs: deleteLimitMs })).results);
  }
  return all;
}

function WhatGoes({ items }: { items: readonly LogItem[] }) {
  const { t, format } = useMessages();
  const { data } = useMeasure(items);
  if (!data) return <Spinner size="small" label={t("logs.working")} />;
  const count = t(data.complete ? "logs.count" : "logs.countMore", { count: data.count });
  return t("logs.deleteText", { what: t("logs.measured", { count, size: format.bytes(data.size) }) });
}

function useMeasure(items: readonly LogItem[]) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.logs("measure", ...items.map(({ path }) => path)),
    queryFn: ({ signal }) => measureAll(api, items, signal),
    enabled: items.length > 0,
    gcTime: 0,
  });
}

async function measureAll(api: Api, items: readonly LogItem[], signal: AbortSignal): Promise<LogMeasure> {
  const folders = items.filter(({ kind }) => kind === "folder");
  const files = items.filter(({ kind }) => kind !== "folder");
  const all: LogMeasure = {
    count: files.length,
    size: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
    complete: true,
  };
  for (const { path } of folders) {
    const one = await api.get<LogMeasure>("/logs/measure", { query: { path }, signal });
    all.count += one.count;
    all.size += one.size;
    all.complete &&= one.complete;
  }
  return all;
}
