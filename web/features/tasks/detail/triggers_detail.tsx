import type { Trigger } from "../../../../server/contract/triggers.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { occasionTexts, triggerTypes } from "../../../shared/triggers/trigger_texts.ts";

/** Renders the triggers of a task. */
export function TriggersDetail({ task: { triggers } }: { task: Task }) {
  const { t } = useMessages();
  return (
    <span className="flex flex-col">
      {triggers.map((trigger, index) => (
        <span key={index} className="flex flex-wrap gap-x-2">
          <span className="text-muted">{t(triggerTypes[trigger.type])}</span>
          {trigger.type === "file"
            ? <span className="min-w-0 font-mono text-sm break-all" dir="ltr">{trigger.path}</span>
            : <Source trigger={trigger} />}
        </span>
      ))}
    </span>
  );
}

function Source({ trigger }: { trigger: Exclude<Trigger, { type: "file" }> }) {
  const { t } = useMessages();
  const { key, path, id } = sourceOf(trigger);
  const { data, error } = useApiQuery<{ name: string }>(key("one", id), `${path}/${id}`);
  const occasion = trigger.type === "subscription" ? t("triggers.pulled") : t(occasionTexts[trigger.on]);
  return (
    <>
      <span className="min-w-0 break-words">
        {data?.name ?? (error ? t("triggers.deleted", { id }) : `#${id}`)}
      </span>
      <span className="text-muted">{occasion}</span>
    </>
  );
}

function sourceOf(trigger: Exclude<Trigger, { type: "file" }>) {
  switch (trigger.type) {
    case "subscription":
      return { key: queryKeys.subscriptions, path: "/subscriptions", id: trigger.subscriptionId };
    case "heartbeat":
      return { key: queryKeys.heartbeats, path: "/heartbeats", id: trigger.heartbeatId };
    case "window":
      return { key: queryKeys.windows, path: "/windows", id: trigger.windowId };
  }
}
