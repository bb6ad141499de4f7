import { useState } from "react";
import { FileTree } from "../../../web/ui/data/tree/file_tree.tsx";
import { FileIcon, FolderIcon } from "../../../web/ui/data/tree/file_icon.tsx";
import type { TreeItem } from "../../../web/ui/data/tree/tree_rows.ts";
import { type LevelQuery, useTree } from "../../../web/ui/data/tree/use_tree.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

type Level = (path: string) => LevelQuery<TreeItem>;

const longName = "quarterly_report_of_all_regions_with_totals_and_forecasts_2026.py";
const contents: Partial<Record<string, readonly TreeItem[]>> = {
  "": [folder("reports"), folder("old"), file("backup.sh"), file("config.json"), file(longName)],
  reports: [file("reports/daily.py"), file("reports/monthly.js")],
  old: [],
};

const loaded: Level = (path) => ({
  queryKey: ["gallery", "tree", path],
  queryFn: () => Promise.resolve(contents[path] ?? []),
});
const loading: Level = (path) => ({
  queryKey: ["gallery", "tree loading", path],
  queryFn: () => new Promise(() => {}),
});
const empty: Level = (path) => ({
  queryKey: ["gallery", "tree empty", path],
  queryFn: () => Promise.resolve([]),
});

export function TreeSection() {
  const { states, noFiles, loadText } = samples;
  const [failing] = useState((): Level => (path) => ({
    queryKey: ["gallery", "tree failing", path],
    queryFn: () => Promise.reject(new Error(loadText)),
  }));
  return (
    <Examples>
      <Example name={states.default}>
        <SampleTree level={loaded} start={["reports", "old"]} />
      </Example>
      <Example name={states.loading}>
        <SampleTree level={loading} />
      </Example>
      <Example name={states.error}>
        <SampleTree level={failing} />
      </Example>
      <Example name={states.empty}>
        <SampleTree level={empty} empty={noFiles} />
      </Example>
    </Examples>
  );
}

function SampleTree({ level, start = [], empty }: { level: Level; start?: string[]; empty?: string }) {
  const { files } = samples;
  const tree = useTree({ start });
  return (
    <div className="flex h-60 rounded-md border border-line">
      <FileTree
        label={files}
        tree={tree}
        level={level}
        current="backup.sh"
        styleOf={({ name, expandable }, { expanded }) => ({
          icon: expandable ? <FolderIcon open={expanded} /> : <FileIcon name={name} />,
        })}
        empty={empty && <p className="p-4 text-sm text-muted">{empty}</p>}
        className="min-w-0 flex-1"
      />
    </div>
  );
}

function folder(path: string): TreeItem {
  return { path, name: nameOf(path), expandable: true };
}

function file(path: string): TreeItem {
  return { path, name: nameOf(path), expandable: false };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
