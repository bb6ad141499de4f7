import { useQuery } from "@tanstack/react-query";
import type { FileEntry, FileTree, SampleFile } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import type { Api } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";

const deepest = 3;

/** Lists the configuration files, those in folders too. */
export function useConfigFiles() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("config", "all"),
    queryFn: () => listBelow(api, "", deepest),
  });
}

/** Lists the samples that come with the panel. */
export function useSamples() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("config", "samples"),
    queryFn: async () => (await api.get<{ items: SampleFile[] }>("/files/config/samples")).items,
    staleTime: Infinity,
  });
}

/** There are few: a folder in a folder in a folder is as deep as this list goes. */
async function listBelow(api: Api, path: string, depth: number): Promise<string[]> {
  const { entries } = await api.get<FileTree>("/files/config/tree", { query: { path } });
  const folders = depth > 0 ? entries.filter(({ kind }) => kind === "folder") : [];
  const below = await Promise.all(folders.map((folder) => listBelow(api, folder.path, depth - 1)));
  return [...entries.filter(isFile).map((entry) => entry.path), ...below.flat()];
}

function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || (link?.state === "inside" && link.targetKind === "file");
}
