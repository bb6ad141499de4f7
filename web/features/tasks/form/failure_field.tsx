import { Bell } from "../../../ui/icons/icons.ts";
import type { Channel, StoredRule } from "../../../../server/contract/notifications.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useChannels, useRules } from "../../../shared/channel/use_channels.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Switch, useFormValues } from "../../../ui/form/fields.tsx";
import { Switch as SwitchInput } from "../../../ui/inputs/switch.tsx";
import type { TaskValues } from "./task_values.ts";
import { useMay } from "../../../api/use_permissions.ts";

interface FailureFieldProps {
  taskId: number | undefined;
  /** Opens the form of the first channel. */
  onAddChannel: () => void;
}

/**
 * Renders whether somebody is notified when a run fails: by a rule, which the task cannot turn off, or by the task's own
 * setting. Without a channel it leads to the first one.
 */
export function FailureField({ taskId, onAddChannel }: FailureFieldProps) {
  const { t, format } = useMessages();
  const { labels } = useFormValues<TaskValues>();
  const mayAdd = useMay("notifications:write");
  const channels = useChannels().data;
  const rules = useRules().data?.rules ?? [];
  const label = t("task.notifyOnFailure");
  const rule = channels && rules.find((one) => reports(one, { id: taskId, labels }, channels));
  if (rule) {
    const names = channelsOf(rule, channels).map(({ name }) => name);
    const help = t("task.notifyByRule", { rule: rule.name, channels: format.list(names) });
    return <SwitchInput label={label} help={help} checked disabled onChecked={() => {}} />;
  }
  const usual = channels?.find(isUsable);
  const help = usual
    ? t("task.notifyHelp", { name: usual.name })
    : t(channels?.length === 0 ? "notifications.noChannels" : "task.notifyNobody");
  return (
    <div className="flex flex-col items-start gap-2">
      <Switch
        name="notify.onFailure"
        label={label}
        help={channels && help}
      />
      {mayAdd && channels?.length === 0 && (
        <Button size="small" className="ms-10.5" icon={<Bell size={14} />} onClick={onAddChannel}>
          {t("notifications.addChannel")}
        </Button>
      )}
    </div>
  );
}

function isUsable({ isDefault, enabled }: Channel): boolean {
  return isDefault && enabled;
}

function channelsOf({ channelIds }: StoredRule, channels: readonly Channel[]): Channel[] {
  if (channelIds.length === 0) return channels.filter(isUsable);
  return channels.filter(({ id, enabled }) => enabled && channelIds.includes(id));
}

function reports(
  rule: StoredRule,
  task: { id: number | undefined; labels: readonly string[] },
  channels: readonly Channel[],
): boolean {
  const { enabled, events, labels, taskIds } = rule;
  if (!enabled || !events.includes("run_failed") || channelsOf(rule, channels).length === 0) return false;
  if (labels === null && taskIds === null) return true;
  return Boolean(labels?.some((label) => task.labels.includes(label))) ||
    task.id !== undefined && Boolean(taskIds?.includes(task.id));
}
