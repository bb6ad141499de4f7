import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../../../../api/use_api.tsx";
import { folderOf } from "../../../../ui/data/tree/tree_rows.ts";
import { scriptLevel } from "../script_items.tsx";

/** What the path in the address leads to: what is no folder is shown as a file, which says itself what is wrong with it. */
export type VisibleKind = "folder" | "file" | "not known yet";

/** Finds out what a path leads to from the folder it lies in, which the tree asks for as well. */
export function useVisibleKind(path: string | null): VisibleKind {
  const api = useApi();
  const level = useMemo(() => scriptLevel(api), [api]);
  const { data, failureCount } = useQuery({ ...level(folderOf(path ?? "")), enabled: path !== null });
  if (path === null || failureCount > 0) return "file";
  if (!data) return "not known yet";
  const entry = data.find((item) => item.path === path)?.entry;
  return entry?.kind === "folder" || entry?.link?.targetKind === "folder" ? "folder" : "file";
}
