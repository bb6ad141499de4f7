import { useQuery } from "@tanstack/react-query";
import type { Channel } from "../../../../server/contract/notifications.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { DurationField } from "./duration_field.tsx";
import type { FormParts } from "./form_parts.ts";

/** What people are told of. */
export function NotifyFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <NotifiedBy />
      <div className="flex flex-col gap-2.5">
        <Switch
          label={t("task.notifyFailure")}
          checked={draft.notifyFailure}
          onChecked={(notifyFailure) => set({ notifyFailure })}
        />
        <Switch
          label={t("task.notifyRecovery")}
          checked={draft.notifyRecovery}
          onChecked={(notifyRecovery) => set({ notifyRecovery })}
        />
        <Switch
          label={t("task.notifyEnd")}
          checked={draft.notifyEnd}
          onChecked={(notifyEnd) => set({ notifyEnd })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DurationField
          label={t("task.notifyLonger")}
          optional
          value={draft.notifyLongerThanMs}
          onValue={(notifyLongerThanMs) => set({ notifyLongerThanMs })}
          error={error("notify.longerThanMs")}
        />
        <TextField
          type="time"
          label={t("task.notifyNotRunBy")}
          optional
          value={draft.notifyNotRunBy}
          onChange={(event) => set({ notifyNotRunBy: event.target.value.slice(0, 5) })}
          help={t("task.notifyNotRunByHelp")}
          error={error("notify.notRunBy")}
        />
      </div>
    </>
  );
}

/** Says by which channel it is told, or that there is none. */
function NotifiedBy() {
  const { t } = useMessages();
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.notifications("channels"),
    queryFn: async ({ signal }) => (await api.get<{ items: Channel[] }>("/notifications", { signal })).items,
  });
  const name = data?.find(({ isDefault, enabled }) => isDefault && enabled)?.name;
  if (data && name === undefined) return <Callout tone="warning">{t("task.notifyNobody")}</Callout>;
  return <p className="min-h-4 text-xs text-muted">{name !== undefined && t("task.notifyHelp", { name })}</p>;
}
