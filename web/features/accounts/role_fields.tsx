import { useId } from "react";
import { type Role, roles } from "../../../server/contract/roles.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useLabels } from "../../shared/task/use_labels.ts";
import { classNames } from "../../ui/class_names.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ChipsField, useFormField } from "../../ui/form/fields.tsx";

/** Renders the fields for a role: which one, and the labels for which it holds. */
export function RoleFields() {
  const { t, format } = useMessages();
  const { value: role, onValue, error } = useFormField<Role>("role");
  const options = useLabels().map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }));
  return (
    <>
      <RoleChoice role={role} onRole={onValue} />
      {error && <Callout tone="danger">{error}</Callout>}
      {role === "editor" && <Callout tone="warning">{t("accounts.editorWarning")}</Callout>}
      {role !== "administrator" && (
        <ChipsField
          name="labels"
          optional
          commas
          label={t("accounts.labels")}
          help={t("accounts.labelsHelp")}
          placeholder={t("accounts.wholePanel")}
          options={options}
        />
      )}
    </>
  );
}

/** Renders the roles below each other, each with what it may do. */
function RoleChoice({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  const { t } = useMessages();
  const name = useId();
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1.5 p-0 text-sm font-medium">{t("accounts.role")}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {roles.toReversed().map((one) => (
          <label
            key={one}
            className={classNames(
              "flex cursor-pointer items-start gap-2.5 px-3 py-2.5",
              "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent",
              one === role ? "bg-selected" : "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              aria-label={t(`app.${one}`)}
              aria-describedby={`${name}-${one}`}
              checked={one === role}
              onChange={() => onRole(one)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent-fill) outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{t(`app.${one}`)}</span>
              <span id={`${name}-${one}`} className="block text-xs text-muted">
                {t(`accounts.${one}Text`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
