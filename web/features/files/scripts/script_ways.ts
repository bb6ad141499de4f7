import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PathResults, TrashEntry } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

export interface Transfer {
  from: string;
  to: string;
}

export type PathResult = PathResults["results"][number];

/** What happened to entries of the bin, one by one. */
export interface TrashResults {
  results: {
    id: number;
    ok: boolean;
    path?: string;
    error?: { code: string; title: string; detail: string };
  }[];
}

/** Everything that is asked of the panel to change scripts; what is shown of them is asked for anew after each. */
export interface ScriptWays {
  /** Makes a file; throws `already_exists` when the name is taken. */
  create(path: string, content: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  move(items: readonly Transfer[]): Promise<PathResult[]>;
  copy(items: readonly Transfer[]): Promise<PathResult[]>;
  remove(paths: readonly string[]): Promise<PathResult[]>;
  restore(ids: readonly number[]): Promise<TrashResults["results"]>;
  removeForGood(ids: readonly number[]): Promise<TrashResults["results"]>;
  trash(signal: AbortSignal): Promise<readonly TrashEntry[]>;
  refresh(): Promise<void>;
}

/** Gives the ways to change scripts; they stay the same functions. */
export function useScriptWays(): ScriptWays {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(() => {
    const refresh = async () => {
      await Promise.all(
        ["tree", "bin"].map((what) =>
          queries.invalidateQueries({ queryKey: queryKeys.files("scripts", what) })
        ),
      );
    };
    const transfer = async (action: "move" | "copy", items: readonly Transfer[]) => {
      const { results } = await api.post<PathResults>(`/files/scripts/${action}`, { items });
      void refresh();
      return results;
    };
    const inTrash = async (result: Promise<TrashResults>) => {
      const { results } = await result;
      void refresh();
      return results;
    };
    return {
      refresh,
      async create(path, content) {
        await api.put("/files/scripts/content", { content }, {
          query: { path },
          headers: { "if-none-match": "*" },
        });
        void refresh();
      },
      async makeFolder(path) {
        await api.post("/files/scripts/folder", { path });
        void refresh();
      },
      move: (items) => transfer("move", items),
      copy: (items) => transfer("copy", items),
      async remove(paths) {
        const { results } = await api.delete<PathResults>("/files/scripts", { body: { paths } });
        void refresh();
        return results;
      },
      restore: (ids) => inTrash(api.post<TrashResults>("/files/scripts/bin/restore", { ids })),
      removeForGood: (ids) => inTrash(api.delete<TrashResults>("/files/scripts/bin", { body: { ids } })),
      trash: async (signal) =>
        (await api.get<{ items: TrashEntry[] }>("/files/scripts/bin", { signal })).items,
    };
  }, [api, queries]);
}
