import { Download, FilePlus, FolderOpen, Upload } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../../../../api/use_api.tsx";
import { Button } from "../../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty_state.tsx";
import { visibleName } from "../../../../ui/data/visible_name.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { useScriptActions } from "../script_actions.tsx";
import { scriptLevel } from "../script_items.tsx";
import { useUploads } from "../upload/use_uploads.tsx";

/** Stands in place of the editor while the address names a folder, which is open in the tree. */
export function VisibleFolder({ path }: { path: string }) {
  const { t } = useMessages();
  const api = useApi();
  const actions = useScriptActions();
  const { pick } = useUploads();
  const level = useMemo(() => scriptLevel(api), [api]);
  const { data } = useQuery(level(path));
  return (
    <section aria-label={path} className="flex flex-1 items-center justify-center overflow-auto">
      <EmptyState
        icon={<FolderOpen size={22} aria-hidden />}
        title={visibleName(path)}
        text={data && t("files.folderHolds", { count: data.length })}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              icon={<FilePlus size={16} aria-hidden />}
              onClick={() => actions.askNew(path)}
            >
              {t("files.newHere")}
            </Button>
            <Button icon={<Upload size={16} aria-hidden />} onClick={() => pick(path, "files")}>
              {t("files.uploadHere")}
            </Button>
            <Button icon={<Download size={16} aria-hidden />} onClick={() => actions.download(path)}>
              {t("files.downloadFolder")}
            </Button>
          </div>
        }
      />
    </section>
  );
}
