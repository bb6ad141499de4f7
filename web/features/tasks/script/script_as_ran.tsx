import { FileDiff } from "../../../ui/icons/icons.ts";
import { useLocation } from "wouter";
import { writeSide } from "../../../api/text_side.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import ScriptText from "./script_text.tsx";
import { useScriptVersion } from "./use_script_text.ts";

/** Identifies the text that a run executed. */
export interface RanScript {
  runId: number;
  path: string;
  versionId: number;
}

/** Renders exactly the text that a run executed, even if the file has changed since. */
export default function ScriptAsRan({ script, onClose }: { script: RanScript; onClose: () => void }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { runId, path, versionId } = script;
  const asked = useScriptVersion(path, versionId);
  const compare = () => {
    const [then, now] = [versionId, null].map((version) =>
      writeSide({ kind: "file", area: "scripts", path, versionId: version })
    );
    navigate(paths.diff(then, now));
  };
  return (
    <Dialog
      flush
      size="full"
      onClose={onClose}
      title={t("task.scriptAsRanOf", { run: runId })}
      description={<span className="font-mono text-xs break-all">{path}</span>}
      footer={
        <>
          <Button icon={<FileDiff />} disabled={!asked.data} onClick={compare}>
            {t("task.scriptCompareNow")}
          </Button>
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <div className="h-full min-h-64 border-t border-line">
        <ScriptText
          {...{ path, asked }}
          docKey={`${path}@${versionId}`}
          label={t("task.scriptAsRanOf", { run: runId })}
          goneText={t("task.scriptVersionGone")}
        />
      </div>
    </Dialog>
  );
}
