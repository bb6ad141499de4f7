import { Bug, ChevronRight, Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { isMissing } from "../../../api/file_requests.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { readStored, writeStored } from "../../../ui/stored.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useScriptFound } from "./use_script_text.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

// The editor is large, and most who look at a task do not read its script.
const ScriptNow = lazyPart(() => import("./script_now.tsx"));

const openName = "task.script";

/** The script that a task's command names: its text, and the ways to change and try it. */
export function ScriptCard({ path }: { path: string }) {
  const { t } = useMessages();
  const { error } = useScriptFound(path);
  const missing = isMissing(error);
  const [open, setOpen] = useState(() => readStored(openName) === true);
  const toggle = () => {
    setOpen(!open);
    writeStored(openName, !open);
  };
  return (
    <Card
      title={t("task.script")}
      help={<span className="font-mono text-xs break-all">{path}</span>}
      flush
      actions={!missing && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            aria-expanded={open}
            icon={
              <ChevronRight
                size={16}
                aria-hidden
                className={classNames("transition-transform duration-100", open && "rotate-90")}
              />
            }
            onClick={toggle}
          >
            {t(open ? "task.scriptHide" : "task.scriptShow")}
          </Button>
          <ButtonLink href={paths.scriptDebug(path)} icon={<Bug size={16} aria-hidden />}>
            {t("files.debug")}
          </ButtonLink>
          <ButtonLink href={paths.scripts(path)} icon={<Pencil size={16} aria-hidden />}>
            {t("task.scriptEdit")}
          </ButtonLink>
        </span>
      )}
    >
      {missing && (
        <div className="p-4">
          <Callout tone="warning">{t("task.scriptMissingHelp", { path })}</Callout>
        </div>
      )}
      {open && !missing && (
        <Suspense fallback={<div className="h-24" />}>
          <ScriptNow path={path} />
        </Suspense>
      )}
    </Card>
  );
}
