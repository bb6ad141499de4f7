import type { FileEntry, FileTree } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import type { Api } from "../../../api/request.ts";
import { FileIcon, FolderIcon, LinkIcon, SpecialIcon } from "../../../ui/data/tree/file_icon.tsx";
import type { TreeStyle } from "../../../ui/data/tree/tree_line.tsx";
import type { TreeItem } from "../../../ui/data/tree/tree_rows.ts";
import type { LevelQuery } from "../../../ui/data/tree/use_tree.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { MessageKey } from "../../../messages/messages.ts";

/** A file, folder, link or special file in the scripts. */
export interface ScriptItem extends TreeItem {
  entry: FileEntry;
}

export function scriptLevel(api: Api): (path: string) => LevelQuery<ScriptItem> {
  return (path) => ({
    queryKey: queryKeys.files("scripts", "tree", path),
    queryFn: async ({ signal }) => {
      const { entries } = await api.get<FileTree>("/files/scripts/tree", { query: { path }, signal });
      return entries.map(itemOf);
    },
  });
}

/** Like `scriptLevel`, but with folders only. */
export function folderLevel(api: Api): (path: string) => LevelQuery<ScriptItem> {
  const level = scriptLevel(api);
  return (path) => {
    const { queryKey, queryFn } = level(path);
    return {
      queryKey: [...queryKey, "folders"],
      queryFn: async (context) => (await queryFn(context)).filter(({ expandable }) => expandable),
    };
  };
}

export function itemOf(entry: FileEntry): ScriptItem {
  return { path: entry.path, name: entry.name, expandable: entry.kind === "folder", entry };
}

/** Returns the path that an item opens; null when it cannot be opened. */
export function targetOf({ entry }: ScriptItem): string | null {
  if (entry.kind === "file") return entry.path;
  if (entry.kind === "link" && entry.link?.state === "inside") return entry.link.target;
  return null;
}

const linkIssues = {
  outside: "files.linkOutside",
  broken: "files.linkBroken",
  loop: "files.linkLoop",
} as const;
const specials = {
  fifo: "files.specialFifo",
  socket: "files.specialSocket",
  device: "files.specialDevice",
  unreadable: "files.specialUnreadable",
} as const;

/** Returns why an item cannot be opened; undefined when it can. */
export function reasonOf({ entry }: ScriptItem): MessageKey | undefined {
  if (entry.kind === "special") return specials[entry.special ?? "unreadable"];
  if (entry.kind !== "link") return undefined;
  const state = entry.link?.state ?? "broken";
  return state === "inside" ? undefined : linkIssues[state];
}

export function scriptStyles(t: Translate): (item: ScriptItem, state: { expanded: boolean }) => TreeStyle {
  return (item, { expanded }) => {
    const reason = reasonOf(item);
    return {
      icon: iconOf(item, expanded),
      ...(reason && { reason: t(reason), trailing: t("files.notOpened") }),
      ...(item.entry.link?.state === "inside" && { trailing: `→ ${item.entry.link.target}` }),
    };
  };
}

function iconOf({ entry, name }: ScriptItem, expanded: boolean) {
  if (entry.kind === "folder") return <FolderIcon open={expanded} />;
  if (entry.kind === "link") return <LinkIcon folder={entry.link?.targetKind === "folder"} />;
  return entry.kind === "special" ? <SpecialIcon /> : <FileIcon name={name} />;
}
