import { Bug, ChevronRight, SquareArrowOutUpRight } from "../../../ui/icons/icons.ts";
import { Suspense, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { fileRequests, isMissing } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { FileLoading } from "./file_loading.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { Card } from "../../../ui/data/card.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { readStored, writeStored } from "../../../ui/stored.ts";
import { useMay } from "../../../api/use_permissions.ts";

// Loaded lazily: the editor is large, and most users who open a task do not read its script.
const FileEditor = lazyPart(() => import("./file_editor.tsx"));

const openName = "task.script";

/** Renders a script below a task that runs it: its size and last change, and its editor once it is opened. */
export function ScriptCard({ path }: { path: string }) {
  const { t, format } = useMessages();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: queryKeys.files("scripts", "stat", path),
    queryFn: () => fileRequests(api, { area: "scripts", path }).stat(),
    retry: false,
  });
  const [open, setOpen] = useState(() => readStored(openName) === true);
  const [opened, setOpened] = useState(open);
  const missing = isMissing(error) && !opened;
  const mayDebug = useMay("scripts:write");
  const gone = (
    <div className="p-4">
      <Callout tone="warning">{t("task.scriptMissingHelp", { path })}</Callout>
    </div>
  );
  const toggle = () => {
    setOpen(!open);
    setOpened(true);
    writeStored(openName, !open);
  };
  return (
    <Card
      title={t("task.script")}
      help={
        <>
          <span className="me-3 font-mono text-xs break-all">{path}</span>
          {data && (
            <span className="text-xs whitespace-nowrap text-faint">
              {`${format.bytes(data.size)} · ${t("task.scriptChanged")} `}
              <RelativeTime at={data.modifiedAt} />
            </span>
          )}
        </>
      }
      flush
      actions={!missing && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            aria-expanded={open}
            icon={
              <ChevronRight
                className={classNames("transition-transform duration-100", open && "rotate-90")}
              />
            }
            onClick={toggle}
          >
            {t(open ? "task.scriptHide" : "task.scriptShow")}
          </Button>
          {mayDebug && (
            <ButtonLink href={paths.scriptDebug(path)} icon={<Bug />}>{t("files.debug")}</ButtonLink>
          )}
          <ButtonLink href={paths.scripts(path)} icon={<SquareArrowOutUpRight />}>
            {t("task.scriptOpen")}
          </ButtonLink>
        </span>
      )}
    >
      {missing && gone}
      {/* Stays mounted while it is hidden, because unsaved text lives in it. */}
      {opened && !missing && (
        <div hidden={!open} className="h-112 max-h-[80dvh]">
          <Suspense fallback={<FileLoading />}>
            <FileEditor area="scripts" path={path} mode="locked" active={open} missing={gone} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}
