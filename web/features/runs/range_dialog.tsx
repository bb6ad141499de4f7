import { readWallTime, writeWallTime } from "../../messages/wall_time.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import { DateTimeField } from "../../ui/inputs/date_field.tsx";
import { useFormField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { urlInstant } from "../../shared/page/url_instant.ts";
import { instantsOf, noRange, type RangeState } from "./time_range.ts";

/** Asks for the start and the end of a time range, in the time zone of this browser; either may be open. */
export default function RangeDialog(
  { range, onRange, onClose }: {
    range: RangeState;
    onRange: (range: RangeState) => void;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const zone = pageTimeZone();
  const current = instantsOf(range);
  const wallOf = (instant: string | undefined) =>
    instant ? writeWallTime(Date.parse(instant), zone).slice(0, 16) : "";
  const form = useServerForm({
    values: { from: wallOf(current.from), to: wallOf(current.to) },
    guarded: false,
    check: ({ from, to }) => ({
      from: from === "" && to === "" && t("runList.rangeEmpty"),
      to: from !== "" && to !== "" && to <= from && t("runList.rangeOrder"),
    }),
    save: ({ values }) => {
      const instantOf = (wall: string) => {
        const at = readWallTime(wall, zone);
        return at === null ? "" : urlInstant(at);
      };
      return Promise.resolve({ ...noRange, from: instantOf(values.from), to: instantOf(values.to) });
    },
    onSaved: onRange,
  });
  return (
    <FormDialog
      form={form}
      title={t("runList.range")}
      description={t("runList.rangeHelp", { zone })}
      submitLabel={t("runList.rangeApply")}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Moment name="from" label={t("runList.rangeFrom")} zone={zone} />
        <Moment name="to" label={t("runList.rangeTo")} zone={zone} />
      </div>
    </FormDialog>
  );
}

function Moment({ name, label, zone }: { name: "from" | "to"; label: string; zone: string }) {
  const field = useFormField<string>(name, { label });
  return <DateTimeField {...field} label={label} optional timeZone={zone} />;
}
