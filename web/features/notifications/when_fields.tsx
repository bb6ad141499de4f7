import type { Channel } from "../../../server/contract/notifications.ts";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Switch, TextField, useFormField, useFormValues } from "../../ui/form/fields.tsx";
import { ChipsField } from "../../ui/inputs/chips_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { groupSpans, type RuleDraft } from "./rule_draft.ts";

/** Where messages go. */
export function ChannelsField({ channels }: { channels: readonly Channel[] }) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<readonly number[]>("channelIds");
  return (
    <ChipsField
      optional
      onlyOptions
      label={t("notifications.toChannels")}
      help={t("notifications.toChannelsHelp")}
      value={value.map(String)}
      options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
      onValue={(ids) => onValue(ids.map(Number))}
      error={error}
    />
  );
}

/** When messages go out, and how many of them. */
export function WhenFields() {
  const { t, format } = useMessages();
  const { value, onValue, error } = useFormField<number>("groupMs");
  const spans = groupSpans.includes(value) ? groupSpans : [...groupSpans, value];
  return (
    <>
      <Select
        label={t("notifications.grouping")}
        help={t("notifications.groupingHelp")}
        value={String(value)}
        options={spans.map((ms) => ({
          value: String(ms),
          label: ms === 0
            ? t("notifications.groupNone")
            : t("notifications.groupWithin", { time: format.duration(ms) }),
        }))}
        onValue={(ms) => onValue(Number(ms))}
        error={error}
      />
      <Switch
        name="oncePerState"
        label={t("notifications.oncePerState")}
        help={t("notifications.oncePerStateHelp")}
      />
      <QuietHours />
    </>
  );
}

function QuietHours() {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  const { quiet } = useFormValues<RuleDraft>();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        name="quiet"
        label={t("notifications.quietHours")}
        help={t("notifications.quietHoursHelp", { zone })}
      />
      {quiet && (
        <div className="grid grid-cols-2 gap-3 ps-10.5">
          <TextField name="quietHours.from" type="time" label={t("notifications.from")} />
          <TextField name="quietHours.to" type="time" label={t("notifications.to")} />
        </div>
      )}
    </div>
  );
}
