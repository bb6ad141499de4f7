import { FileCode2, FilePlus, Upload } from "lucide-react";
import { Button } from "../../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { useScriptActions } from "../script_actions.tsx";
import { useUploads } from "../upload/use_uploads.tsx";

/** Stands in place of the editor while no file is open. */
export function NothingOpen() {
  const { t } = useMessages();
  const actions = useScriptActions();
  const { pick } = useUploads();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<FileCode2 size={22} aria-hidden />}
        title={t("files.nothingOpen")}
        text={t("files.nothingOpenHelp")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              icon={<FilePlus size={16} aria-hidden />}
              onClick={() => actions.askNew("")}
            >
              {t("files.newFile")}
            </Button>
            <Button icon={<Upload size={16} aria-hidden />} onClick={() => pick("", "files")}>
              {t("files.upload")}
            </Button>
          </div>
        }
      />
    </div>
  );
}
