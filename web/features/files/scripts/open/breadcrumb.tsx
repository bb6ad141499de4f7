import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { foldersAbove } from "../../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { nameOf } from "../file_paths.ts";
import { visibleName } from "../../../../ui/data/visible_name.ts";

/** Where the shown file lies; each folder leads to itself in the tree. */
export function Breadcrumb({ path, onFolder }: { path: string; onFolder: (path: string) => void }) {
  const { t } = useMessages();
  return (
    <nav
      aria-label={t("files.location")}
      className="flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none] font-mono text-sm whitespace-nowrap text-muted icon-stroke"
    >
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <button
            type="button"
            onClick={() => onFolder(folder)}
            className="rounded-sm px-1 py-0.5 hover:bg-hover hover:text-text"
          >
            {visibleName(nameOf(folder))}
          </button>
          <ChevronRight size={12} aria-hidden className="shrink-0 text-faint rtl:rotate-180" />
        </Fragment>
      ))}
      <span aria-current="location" className="px-1 font-medium text-text">{visibleName(nameOf(path))}</span>
    </nav>
  );
}
