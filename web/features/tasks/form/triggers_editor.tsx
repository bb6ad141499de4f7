import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { triggerLimits } from "../../../../server/contract/limits/triggers.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import type { TriggerType } from "../../../../server/contract/triggers.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMay } from "../../../api/use_permissions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { occasionTexts, triggerTypes } from "../../../shared/triggers/trigger_texts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import { useErrorsInside, useFormField } from "../../../ui/form/fields.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Plus, X } from "../../../ui/icons/icons.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { newTrigger, occasions, sourceField, type TriggerRow } from "./trigger_rows.ts";

const MAX_SOURCES = 500;

/** Renders what starts a task besides its schedule and other tasks. */
export default function TriggersEditor() {
  const { t } = useMessages();
  const { value: rows, onValue, error } = useFormField<readonly TriggerRow[]>("triggers");
  const errorIn = useErrorsInside("triggers");
  const isElsewhere = error !== undefined && rows.every((_, index) => errorIn(index) === undefined);
  const change = (index: number, next: TriggerRow) =>
    onValue(rows.map((row, at) => at === index ? next : row));
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1 p-0 text-sm font-medium">{t("triggers.title")}</legend>
      <p className="text-sm text-muted">{t("triggers.help")}</p>
      {isElsewhere && <Callout tone="danger">{error}</Callout>}
      {rows.map((row, index) => (
        <TriggerFields
          key={index}
          index={index}
          row={row}
          onRow={(next) => change(index, next)}
          onRemove={() => onValue(rows.filter((_, at) => at !== index))}
        />
      ))}
      {rows.length < triggerLimits.triggers && (
        <div>
          <Button icon={<Plus />} onClick={() => onValue([...rows, newTrigger("file")])}>
            {t("triggers.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface TriggerFieldsProps {
  index: number;
  row: TriggerRow;
  onRow: (row: TriggerRow) => void;
  onRemove: () => void;
}

function TriggerFields({ index, row, onRow, onRemove }: TriggerFieldsProps) {
  const { t } = useMessages();
  const errorIn = useErrorsInside("triggers");
  const maySee = { subscription: useMay("subscriptions:read"), heartbeat: useMay("heartbeats:read") };
  const types = (["file", "subscription", "heartbeat", "window"] as const)
    .filter((type) => type === row.type || (type !== "subscription" && type !== "heartbeat") || maySee[type]);
  const { type } = row;
  const error = errorIn(`${index}.${sourceField(type)}`);
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[2fr_3fr_auto]">
      <Select<TriggerType>
        label={t("triggers.type", { number: index + 1 })}
        hideLabel
        value={type}
        onValue={(next) => onRow(newTrigger(next))}
        options={types.map((value) => ({ value, label: t(triggerTypes[value]) }))}
      />
      <div className="col-span-2 col-start-1 row-start-2 flex min-w-0 flex-col gap-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {type === "file"
          ? (
            <>
              <TextField
                mono
                label={t("triggers.path")}
                value={row.path}
                onChange={(event) => onRow({ ...row, path: event.target.value })}
                maxLength={triggerLimits.path}
                help={t("triggers.pathHelp")}
                autoComplete="off"
                error={error}
              />
              <DurationField
                name={`triggers.${index}.settleMs`}
                label={t("triggers.settleMs")}
                help={t("triggers.settleMsHelp")}
                unit="second"
              />
            </>
          )
          : <SourceFields type={type} row={row} onRow={onRow} error={error} />}
      </div>
      <IconButton
        label={t("triggers.remove", { number: index + 1 })}
        icon={<X />}
        onClick={onRemove}
        className="col-start-2 row-start-1 sm:col-start-3"
      />
    </div>
  );
}

const sources = {
  subscription: { key: queryKeys.subscriptions, path: "/subscriptions" },
  heartbeat: { key: queryKeys.heartbeats, path: "/heartbeats" },
  window: { key: queryKeys.windows, path: "/windows" },
} as const;

function SourceFields(
  { type, row, onRow, error }: {
    type: keyof typeof sources;
    row: TriggerRow;
    onRow: (row: TriggerRow) => void;
    error: string | undefined;
  },
) {
  const { t } = useMessages();
  const { key, path } = sources[type];
  const query = type === "window" ? {} : { pageSize: MAX_SOURCES, sort: "name" };
  const { data } = useApiQuery<List<Pick<Heartbeat, "id" | "name">>>(key("list", "names", query), path, {
    query,
  });
  const known = (data?.items ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
    hint: `#${id}`,
  }));
  const isGone = data !== undefined && row.source !== "" && !known.some(({ value }) => value === row.source);
  const gone = {
    value: row.source,
    label: t("triggers.deleted", { id: row.source }),
    hint: `#${row.source}`,
  };
  return (
    <>
      <Combobox
        label={t(triggerTypes[type])}
        hideLabel
        value={row.source}
        onValue={(source) => onRow({ ...row, source })}
        placeholder={t(triggerTypes[type])}
        options={isGone ? [gone, ...known] : known}
        help={isGone
          ? t("triggers.deletedHelp")
          : type === "window" && row.on === "start"
          ? t("triggers.windowHelp")
          : undefined}
        error={error}
      />
      {occasions[type].length > 0 && (
        <Select
          label={t("triggers.on")}
          hideLabel
          value={row.on}
          onValue={(on) => onRow({ ...row, on })}
          options={occasions[type].map((value) => ({ value, label: t(occasionTexts[value]) }))}
        />
      )}
    </>
  );
}
