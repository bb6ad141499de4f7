import type { Channel } from "../../../server/contract/notifications.ts";
import { useSession } from "../../api/use_session.ts";
import { ChipsField } from "../../ui/inputs/chips_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { groupSpans } from "./rule_draft.ts";
import type { RulePart } from "./rule_part.ts";

/** Where messages go. */
export function ChannelsField(
  { draft, set, errorOf, channels }: RulePart & { channels: readonly Channel[] },
) {
  const { t } = useMessages();
  return (
    <ChipsField
      optional
      closed
      label={t("notifications.toChannels")}
      help={t("notifications.toChannelsHelp")}
      value={draft.channelIds.map(String)}
      options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
      onValue={(ids) => set({ channelIds: ids.map(Number) })}
      error={errorOf("channelIds")}
    />
  );
}

/** When messages go out, and how many of them. */
export function WhenFields({ draft, set, errorOf }: RulePart) {
  const { t, format } = useMessages();
  const spans = groupSpans.includes(draft.groupMs) ? groupSpans : [...groupSpans, draft.groupMs];
  return (
    <>
      <Select
        label={t("notifications.grouping")}
        help={t("notifications.groupingHelp")}
        value={String(draft.groupMs)}
        options={spans.map((ms) => ({
          value: String(ms),
          label: ms === 0
            ? t("notifications.groupNone")
            : t("notifications.groupWithin", { time: format.duration(ms) }),
        }))}
        onValue={(ms) => set({ groupMs: Number(ms) })}
        error={errorOf("groupMs")}
      />
      <Switch
        label={t("notifications.oncePerState")}
        help={t("notifications.oncePerStateHelp")}
        checked={draft.oncePerState}
        onChecked={(oncePerState) => set({ oncePerState })}
      />
      <QuietHours {...{ draft, set, errorOf }} />
    </>
  );
}

function QuietHours({ draft, set, errorOf }: RulePart) {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t("notifications.quietHours")}
        help={t("notifications.quietHoursHelp", { zone })}
        checked={draft.quiet}
        onChecked={(quiet) => set({ quiet })}
      />
      {draft.quiet && (
        <div className="grid grid-cols-2 gap-3 ps-10.5">
          <TextField
            type="time"
            label={t("notifications.from")}
            value={draft.from}
            onChange={(event) => set({ from: event.target.value })}
            error={errorOf("quietHours.from")}
          />
          <TextField
            type="time"
            label={t("notifications.to")}
            value={draft.to}
            onChange={(event) => set({ to: event.target.value })}
            error={errorOf("quietHours.to")}
          />
        </div>
      )}
    </div>
  );
}
