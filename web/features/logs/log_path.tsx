import { folderOf } from "../../ui/data/tree/tree_rows.ts";

/** Where a log lies: its folder faint, its name as the title, or as `plain` text. */
export function LogPath({ path, plain = false }: { path: string; plain?: boolean }) {
  const folder = folderOf(path);
  const parts = (
    <>
      {folder !== "" && <span className="text-muted">{folder}/</span>}
      <span className={plain ? "" : "font-semibold"}>
        {path.slice(folder === "" ? 0 : folder.length + 1)}
      </span>
    </>
  );
  if (plain) return <span className="font-mono text-xs break-all">{parts}</span>;
  return <h2 className="font-mono text-sm break-all">{parts}</h2>;
}
