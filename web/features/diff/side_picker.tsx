import { CornerLeftUp, FileText, Folder } from "../../ui/icons/icons.ts";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { TextSide } from "../../api/text_side.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { SearchField } from "../../ui/inputs/search_field.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { visibleName } from "../../ui/data/visible_name.ts";
import { useQuery } from "@tanstack/react-query";
import type { FileEntry, FileTree, SampleFile, SearchResult } from "../../../server/contract/files.ts";
import type { LogTree } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import { type Permission, usePermissions } from "../../api/use_permissions.ts";
import type { MessageKey } from "../../messages/messages.ts";

interface SidePickerProps {
  title: string;
  side: TextSide | null;
  onSide: (side: TextSide) => void;
  onClose: () => void;
}

/** Selects a text by folder or by part of its name. */
export function SidePicker({ title, side, onSide, onClose }: SidePickerProps) {
  const { t } = useMessages();
  const may = usePermissions();
  const visible = (Object.keys(areas) as Area[]).filter((one) => may(areas[one].needs)); // its keys are the areas
  const [area, setArea] = useState(() => visible.find((one) => one === areaOf(side)) ?? visible[0] ?? "log");
  const [folder, setFolder] = useState(folderOf(side));
  const [text, setText] = useState("");
  const change = (next: Area) => {
    setArea(next);
    setFolder("");
  };
  const choose = (choice: Choice) => {
    if (choice.kind === "file") return onSide(sideOf(area, choice.path));
    setText("");
    setFolder(choice.path);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex h-[min(60dvh,520px)] flex-col gap-3">
        <div className="overflow-x-auto">
          <SegmentedControl
            hideLabel
            label={t("diff.area")}
            value={area}
            onValue={change}
            options={visible.map((value) => ({ value, label: t(areas[value].label) }))}
          />
        </div>
        <SearchField label={t("diff.filter")} value={text} onValue={setText} />
        <ChoiceList
          area={area}
          folder={folder}
          text={useDeferredValue(text.trim())}
          onChoose={choose}
          onFolder={setFolder}
        />
      </div>
    </Dialog>
  );
}

function ChoiceList(
  { area, folder, text, onChoose, onFolder }: {
    area: Area;
    folder: string;
    text: string;
    onChoose: (choice: Choice) => void;
    onFolder: (folder: string) => void;
  },
) {
  const { t } = useMessages();
  const choices = useChoices(area, folder, text);
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto rounded-md border border-line p-1">
      {folder !== "" && text === "" && (
        <Line icon={<CornerLeftUp />} onClick={() => onFolder(above)}>
          {t("diff.parent", { name: above === "" ? t("diff.root") : above })}
        </Line>
      )}
      {choices.isError && <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />}
      {choices.data?.items.length === 0 && (
        <EmptyState title={text === "" ? t("diff.emptyFolder") : t("ui.noMatches")} />
      )}
      {choices.data?.items.map((choice) => (
        <Line
          key={choice.path}
          icon={choice.kind === "folder" ? <Folder /> : <FileText />}
          onClick={() => onChoose(choice)}
        >
          <span className="font-mono">{visibleName(choice.name)}</span>
        </Line>
      ))}
      {choices.data?.complete === false && (
        <p className="px-2 py-2 text-xs text-muted">{t("diff.moreFound")}</p>
      )}
    </div>
  );
}

function Line({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-sm break-all hover:bg-hover touch:min-h-11 icon-stroke"
    >
      <span className="shrink-0 text-muted">{icon}</span>
      <span className="min-w-0">{children}</span>
    </button>
  );
}

function areaOf(side: TextSide | null): Area {
  if (side === null) return "scripts";
  return side.kind === "file" ? side.area : side.kind;
}

function folderOf(side: TextSide | null): string {
  if (side === null || side.kind === "sample") return "";
  return side.path.slice(0, Math.max(0, side.path.lastIndexOf("/")));
}

type Area = "config" | "scripts" | "sample" | "log";

/** Where texts are, and what a person needs to read them. */
const areas: Record<Area, { label: MessageKey; needs: Permission }> = {
  config: { label: "diff.areaConfig", needs: "config:read" },
  scripts: { label: "diff.areaScripts", needs: "scripts:read" },
  sample: { label: "diff.areaSample", needs: "config:read" },
  log: { label: "diff.areaLog", needs: "logs:read" },
};

/** Returns what a person needs to read a text. */
export function neededFor(side: TextSide): Permission {
  return areas[areaOf(side)].needs;
}

/** A text to select, or a folder to open. */
interface Choice {
  path: string;
  /** The displayed name, or the whole path in search results. */
  name: string;
  kind: "file" | "folder";
}

interface Choices {
  items: readonly Choice[];
  complete: boolean;
}

/** Lists the entries of a folder, or those below it whose name contains `text`. */
function useChoices(area: Area, folder: string, text: string) {
  const api = useApi();
  const key = area === "log" ? queryKeys.logs("choices", folder, text) : null;
  const fileArea = area === "scripts" ? "scripts" : "config";
  return useQuery({
    queryKey: key ?? queryKeys.files(fileArea, "choices", area, folder, text),
    queryFn: () => listChoices(api, { area, folder, text }),
  });
}

interface Wanted {
  area: Area;
  folder: string;
  text: string;
}

async function listChoices(api: Api, { area, folder, text }: Wanted): Promise<Choices> {
  if (area === "sample") {
    const { items } = await api.get<{ items: SampleFile[] }>("/files/config/samples");
    const named = items.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
    return { items: named.map(({ name }) => ({ path: name, name, kind: "file" })), complete: true };
  }
  const base = area === "log" ? "/logs" : `/files/${area}`;
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

function sideOf(area: Area, path: string): TextSide {
  if (area === "sample") return { kind: "sample", name: path };
  if (area === "log") return { kind: "log", path };
  return { kind: "file", area, path, versionId: null };
}
