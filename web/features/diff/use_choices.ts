import { useQuery } from "@tanstack/react-query";
import type { FileEntry, FileTree, SampleFile, SearchResult } from "../../../server/contract/files.ts";
import type { LogTree } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import type { TextSide } from "../../api/text_side.ts";
import { useApi } from "../../api/use_api.tsx";

export type UrlState = "config" | "scripts" | "sample" | "log";

/** Something that can be chosen, or a folder to look into. */
export interface Choice {
  path: string;
  /** The part that is shown: the name, or the whole path of what was found. */
  name: string;
  kind: "file" | "folder";
}

export interface Choices {
  items: readonly Choice[];
  complete: boolean;
}

/** Lists what is in a folder of a place, or what has a name with `text` in it below. */
export function useChoices(urlState: UrlState, folder: string, text: string) {
  const api = useApi();
  const key = urlState === "log" ? queryKeys.logs("choices", folder, text) : null;
  const area = urlState === "scripts" ? "scripts" : "config";
  return useQuery({
    queryKey: key ?? queryKeys.files(area, "choices", urlState, folder, text),
    queryFn: () => listChoices(api, { location: urlState, folder, text }),
  });
}

interface Wanted {
  location: UrlState;
  folder: string;
  text: string;
}

async function listChoices(api: Api, { location: urlState, folder, text }: Wanted): Promise<Choices> {
  if (urlState === "sample") {
    const { items } = await api.get<{ items: SampleFile[] }>("/files/config/samples");
    const named = items.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
    return { items: named.map(({ name }) => ({ path: name, name, kind: "file" })), complete: true };
  }
  const base = urlState === "log" ? "/logs" : `/files/${urlState}`;
  if (text !== "") {
    const found = await api.get<SearchResult>(`${base}/search`, { query: { q: text, in: "names" } });
    return {
      items: found.hits.map(({ path, kind }) => ({ path, kind, name: path })),
      complete: found.complete,
    };
  }
  const tree = await api.get<FileTree | LogTree>(`${base}/tree`, { query: { path: folder } });
  return { items: tree.entries.flatMap(toChoice), complete: true };
}

function toChoice({ name, path, kind, ...rest }: FileEntry | LogTree["entries"][number]): Choice[] {
  if (kind === "file" || kind === "folder") return [{ name, path, kind }];
  const link = "link" in rest ? rest.link : null;
  return link?.state === "inside" && link.targetKind ? [{ name, path, kind: link.targetKind }] : [];
}

/** Makes the side that a choice stands for. */
export function sideOf(urlState: UrlState, path: string): TextSide {
  if (urlState === "sample") return { kind: "sample", name: path };
  if (urlState === "log") return { kind: "log", path };
  return { kind: "file", area: urlState, path, versionId: null };
}
