import { FieldGroup, FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { HookFields } from "./hook_fields.tsx";
import { LimitFields } from "./limit_fields.tsx";
import { LogFields } from "./log_fields.tsx";
import { NotifyFields } from "./notify_fields.tsx";
import { LocationFields } from "./location_fields.tsx";
import { PolicyFields } from "./policy_fields.tsx";
import { VariableFields } from "./variable_fields.tsx";
import { advancedFields } from "./form_issues.ts";
import type { FormParts } from "./form_parts.ts";

/** What is rarely set, folded away; whether it is open is kept in this browser. A fault in it opens it. */
export function AdvancedFields(parts: FormParts) {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="task.advanced"
      title={t("task.advanced")}
      hint={t("task.advancedHint")}
      forced={advancedFields.some((path) => parts.fault(path) !== undefined)}
    >
      <FieldGroup title={t("task.groupPlace")}>
        <LocationFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupLimits")}>
        <LimitFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupPolicies")}>
        <PolicyFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupHooks")}>
        <HookFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupLogs")}>
        <LogFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.variables")}>
        <VariableFields {...parts} />
      </FieldGroup>
      <FieldGroup title={t("task.groupNotify")}>
        <NotifyFields {...parts} />
      </FieldGroup>
    </FoldedSection>
  );
}
