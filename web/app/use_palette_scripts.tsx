import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileCode2 } from "lucide-react";
import { useDeferredValue } from "react";
import { useLocation } from "wouter";
import type { SearchResult } from "../../server/contract/files.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import type { PaletteAction } from "./use_palette_actions.tsx";

const maxScripts = 8;

/** Finds scripts by name for what is typed into the palette; nothing typed, nothing asked. */
export function usePaletteScripts(text: string): { scripts: PaletteAction[]; searching: boolean } {
  const api = useApi();
  const [, navigate] = useLocation();
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: queryKeys.files("scripts", "search", "names", q),
    queryFn: ({ signal }) =>
      api.get<SearchResult>("/files/scripts/search", { query: { q, in: "names" }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const files = q === "" ? [] : found.data?.hits.filter(({ kind }) => kind === "file") ?? [];
  const scripts = files.slice(0, maxScripts).map(({ path }): PaletteAction => ({
    id: `script ${path}`,
    label: path.slice(path.lastIndexOf("/") + 1),
    icon: <FileCode2 size={16} />,
    // The server chose them, so the palette's own filter has to let them through.
    keywords: [path, text],
    hint: path,
    run: () => navigate(paths.scripts(path)),
  }));
  return { scripts, searching: q !== "" && found.isFetching };
}
