import { flowLimits } from "../../../../server/contract/limits/flows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import {
  NumberField,
  SegmentedControl,
  Select,
  TextArea,
  TextField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import type { TaskValues } from "./task_values.ts";

/** Renders for which list a task runs, once for each of its values. */
export default function ForEachFields() {
  const { t } = useMessages();
  const { parameters, forEach: { kind } } = useFormValues<TaskValues>();
  const names = parameters.filter(({ name, type }) => name.trim() !== "" && type !== "secret")
    .map(({ name }) => name.trim());
  if (names.length === 0 && kind === "none") return null;
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <SegmentedControl
        name="forEach.kind"
        label={t("flows.forEach")}
        help={t("flows.forEachHelp")}
        options={[
          { value: "none", label: t("flows.forEachNone") },
          { value: "values", label: t("flows.forEachValues") },
          { value: "output", label: t("flows.forEachOutput") },
        ]}
      />
      {kind !== "none" && (
        <>
          <Select
            name="forEach.parameter"
            label={t("flows.forEachParameter")}
            options={names.map((name) => ({ value: name, label: name }))}
          />
          {kind === "values"
            ? (
              <TextArea
                name="forEach.values"
                label={t("flows.forEachValues")}
                help={t("flows.forEachLines")}
                rows={4}
              />
            )
            : (
              <TextField
                name="forEach.output"
                label={t("flows.forEachKey")}
                help={t("flows.forEachKeyHelp")}
                maxLength={flowLimits.outputKey}
              />
            )}
          <NumberField
            name="forEach.limit"
            label={t("flows.forEachLimit")}
            min={1}
            max={flowLimits.itemsAtOnce}
          />
        </>
      )}
    </div>
  );
}
