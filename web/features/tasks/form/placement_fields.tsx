import { useState } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useCanPlace, useNodes } from "../../../shared/nodes/use_nodes.ts";
import { isPlaced } from "../../../shared/task/placement.ts";
import { Combobox, Select, useFormValues } from "../../../ui/form/fields.tsx";
import { FieldGroup } from "../../../ui/inputs/folded_section.tsx";
import type { TaskValues } from "./task_values.ts";

/** Renders on which nodes the task runs; nothing where there is no choice and the task makes none. */
export function PlacementFields() {
  const { t } = useMessages();
  const { placement } = useFormValues<TaskValues>();
  // The fields of a task that is placed stay while they are set back to the default.
  const [wasPlaced] = useState(isPlaced(placement));
  const canPlace = useCanPlace();
  const pools = new Set(["default", ...useNodes().data?.pools ?? []]);
  if (!canPlace && !wasPlaced) return null;
  return (
    <FieldGroup title={t("task.groupPlacement")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Combobox
          name="placement.pool"
          label={t("tasks.pool")}
          searchLabel={t("task.poolSearch")}
          options={[
            { value: "", label: t("tasks.poolAny") },
            ...[...pools].map((name) => ({ value: name, label: name })),
          ]}
          newLabel={(name) => t("task.poolNew", { name })}
          help={t("task.poolHelp")}
        />
        <Select
          name="placement.mode"
          label={t("task.placementMode")}
          options={[
            { value: "any", label: t("task.placementOne"), help: t("task.placementOneHelp") },
            { value: "all", label: t("task.placementEach"), help: t("task.placementEachHelp") },
          ]}
        />
      </div>
    </FieldGroup>
  );
}
