import { useQuery } from "@tanstack/react-query";
import { Archive, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { LogMeasure } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/inputs/button.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { LogPath } from "./log_path.tsx";
import type { LogItem } from "./log_items.ts";

interface FolderPaneProps {
  item: LogItem;
  back: ReactNode;
  onDelete: (item: LogItem) => void;
}

/** A folder of logs: whose they are, how many, and what can be done with all of them. */
export function FolderPane({ item, back, onDelete }: FolderPaneProps) {
  const { t, format } = useMessages();
  const api = useApi();
  const { path } = item;
  const { data } = useQuery({
    queryKey: queryKeys.logs("measure", path),
    queryFn: ({ signal }) => api.get<LogMeasure>("/logs/measure", { query: { path }, signal }),
  });
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-4">
      <div className="flex items-start gap-2">
        {back}
        <LogPath path={path} />
      </div>
      <FactList
        details={[
          item.taskName === null ? null : [t("logs.task"), <Task key="task" item={item} />],
          [
            t("logs.title"),
            data ? t(data.complete ? "logs.count" : "logs.countMore", { count: data.count }) : "…",
          ],
          [t("logs.size"), data ? format.bytes(data.size) : "…"],
          item.modifiedAt === null
            ? null
            : [t("logs.modified"), <RelativeTime key="modified" at={item.modifiedAt} />],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <a href={api.url("/logs/download", { path })} download className={buttonClass({})}>
          <Archive size={16} aria-hidden />
          {t("logs.downloadFolder")}
        </a>
        <Button icon={<Trash2 size={16} aria-hidden />} onClick={() => onDelete(item)}>
          {t("ui.delete")}
        </Button>
      </div>
    </div>
  );
}

function Task({ item: { taskId, taskName } }: { item: LogItem }) {
  if (taskId === null) return taskName;
  return <Link href={paths.task(taskId)} className="text-accent-text hover:underline">{taskName}</Link>;
}
