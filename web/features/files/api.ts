import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { PathResults, TrashEntry } from "../../../server/contract/files.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

export interface Transfer {
  from: string;
  to: string;
}

export type PathResult = PathResults["results"][number];

/** The result for each entry of the trash. */
interface TrashResults {
  results: {
    id: number;
    ok: boolean;
    path?: string;
    error?: { code: string; title: string; detail: string };
  }[];
}

/** The requests that change scripts. The tree and the trash reload after each; all throw ApiProblem. */
export interface ScriptRequests {
  /** Creates a file; throws `already_exists` when the name is taken. */
  create(file: { path: string; content: string }): Promise<unknown>;
  makeFolder(path: string): Promise<unknown>;
  move(items: readonly Transfer[]): Promise<PathResult[]>;
  copy(items: readonly Transfer[]): Promise<PathResult[]>;
  /** Unpacks an archive into its folder; throws `unpack_refused`. */
  unpack(request: { path: string; existing: "refuse" | "replace" }): Promise<PathResult[]>;
  /** Moves files and folders to the trash. */
  remove(paths: readonly string[]): Promise<PathResult[]>;
  restore(trashIds: readonly number[]): Promise<TrashResults["results"]>;
  /** Deletes entries of the trash permanently. */
  removeForGood(trashIds: readonly number[]): Promise<TrashResults["results"]>;
  refresh(): Promise<void>;
}

/** Returns the requests that change scripts; the functions are stable. */
export function useScriptRequests(): ScriptRequests {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = useCallback(async () => {
    await Promise.all(
      ["tree", "bin"].map((what) =>
        queries.invalidateQueries({ queryKey: queryKeys.files("scripts", what) })
      ),
    );
  }, [queries]);
  const onSuccess = () => void refresh();
  const { mutateAsync: create } = useMutation({
    mutationFn: ({ path, content }: { path: string; content: string }) =>
      api.put("/files/scripts/content", { content }, { query: { path }, headers: { "if-none-match": "*" } }),
    onSuccess,
  });
  const { mutateAsync: makeFolder } = useMutation({
    mutationFn: (path: string) => api.post("/files/scripts/folder", { path }),
    onSuccess,
  });
  const { mutateAsync: move } = useMutation({
    mutationFn: async (items: readonly Transfer[]) =>
      (await api.post<PathResults>("/files/scripts/move", { items })).results,
    onSuccess,
  });
  const { mutateAsync: copy } = useMutation({
    mutationFn: async (items: readonly Transfer[]) =>
      (await api.post<PathResults>("/files/scripts/copy", { items })).results,
    onSuccess,
  });
  const { mutateAsync: unpack } = useMutation({
    mutationFn: async (request: { path: string; existing: "refuse" | "replace" }) =>
      (await api.post<PathResults>("/files/scripts/unpack", request)).results,
    onSuccess,
  });
  const { mutateAsync: remove } = useMutation({
    mutationFn: async (paths: readonly string[]) =>
      (await api.delete<PathResults>("/files/scripts", { body: { paths } })).results,
    onSuccess,
  });
  const { mutateAsync: restore } = useMutation({
    mutationFn: async (ids: readonly number[]) =>
      (await api.post<TrashResults>("/files/scripts/bin/restore", { ids })).results,
    onSuccess,
  });
  const { mutateAsync: removeForGood } = useMutation({
    mutationFn: async (ids: readonly number[]) =>
      (await api.delete<TrashResults>("/files/scripts/bin", { body: { ids } })).results,
    onSuccess,
  });
  return useMemo(
    () => ({ refresh, create, makeFolder, move, copy, unpack, remove, restore, removeForGood }),
    [refresh, create, makeFolder, move, copy, unpack, remove, restore, removeForGood],
  );
}

/** Returns the query for the deleted scripts. */
export function useTrash() {
  return useApiQuery<{ items: TrashEntry[] }, TrashEntry[]>(
    queryKeys.files("scripts", "bin"),
    "/files/scripts/bin",
    { select: ({ items }) => items },
  );
}

const maxNamed = 5;

/** Returns a function that reports which paths were rejected, and why. */
export function useReportRejected(): (results: readonly Pick<PathResult, "path" | "ok" | "error">[]) => void {
  const { t } = useMessages();
  const toast = useToast();
  return useCallback((results) => {
    const rejected = results.filter(({ ok }) => !ok);
    const [first] = rejected;
    if (!first) return;
    if (rejected.length === 1) {
      return toast.notify(
        "danger",
        first.error?.title ?? t("files.refusedOne"),
        first.error?.detail ?? first.path,
      );
    }
    const named = rejected.slice(0, maxNamed).map(({ path, error }) => `${path}: ${error?.title ?? ""}`);
    const more = rejected.length - named.length;
    toast.notify(
      "danger",
      t("files.refused", { count: rejected.length, total: results.length }),
      [...named, ...(more > 0 ? [t("task.refusedMore", { count: more })] : [])].join("\n"),
    );
  }, [t, toast]);
}
