import { type Module, modules } from "../../../server/contract/scopes.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { allOf, type Level, type Permissions } from "./permissions.ts";

const levels: readonly Level[] = ["none", "read", "write"];

/** Chooses for each module nothing, read, or write. */
export function PermissionMatrix(
  { value, onValue, error }: {
    value: Permissions;
    onValue: (value: Permissions) => void;
    error: string | undefined;
  },
) {
  const { t } = useMessages();
  return (
    <section aria-label={t("applications.permissions")} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-medium">{t("applications.permissions")}</h3>
        <span className="ms-auto flex items-center gap-1 text-xs text-muted">
          {t("applications.all")}
          {levels.map((level) => (
            <Button
              key={level}
              size="small"
              variant="ghost"
              onClick={() => onValue(allOf(level))}
            >
              {t(`applications.${level}`)}
            </Button>
          ))}
        </span>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {modules.map((module) => (
          <ModuleRow
            key={module}
            module={module}
            level={value[module]}
            onLevel={(level) => onValue({ ...value, [module]: level })}
          />
        ))}
      </ul>
      <p className="text-xs text-muted">{t("applications.permissionsHelp")}</p>
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
    </section>
  );
}

function ModuleRow(
  { module, level, onLevel }: { module: Module; level: Level; onLevel: (level: Level) => void },
) {
  const { t } = useMessages();
  const name = t(`modules.${module}`);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-3 pe-1">
      <span className="min-w-32 flex-1 text-sm">{name}</span>
      <SegmentedControl
        hideLabel
        label={t("applications.permissionOf", { module: name })}
        value={level}
        onValue={onLevel}
        options={levels.map((one) => ({ value: one, label: t(`applications.${one}`) }))}
      />
    </li>
  );
}
