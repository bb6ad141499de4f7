import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CommandCheck } from "../../../../server/contract/references.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/buttons/button.tsx";
import { useFormValues } from "../../../ui/form/fields.tsx";
import { FileCode2, TriangleAlert } from "../../../ui/icons/icons.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import type { TaskValues } from "./task_values.ts";
import { usePermissions } from "../../../api/use_permissions.ts";

const settleMs = 500;
const maxNames = 5;

/** Renders what of the command does not exist, as hints that keep nobody from saving, and the way to its script. */
export function CommandHints(
  { actions, onVariable }: { actions: ReactNode; onVariable: (name: string) => void },
) {
  const { t } = useMessages();
  const may = usePermissions();
  const { script = null, undefinedVariables = [] } = useCommandCheck() ?? {};
  const { parameters } = useFormValues<TaskValues>();
  const declared = new Set(parameters.map(({ name }) => name));
  return (
    <>
      <div className="-ms-2 flex flex-wrap items-center gap-1">
        {actions}
        {may("scripts:write") && script?.exists && (
          <ButtonLink
            size="small"
            variant="ghost"
            href={paths.scripts(script.path)}
            icon={<FileCode2 size={14} />}
          >
            {t("tasks.editScript")}
          </ButtonLink>
        )}
      </div>
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {script && !script.exists && <Hint>{t("task.scriptUnknown", { path: script.path })}</Hint>}
        {undefinedVariables.filter((name) => !declared.has(name)).slice(0, maxNames).map((name) => (
          <Hint key={name}>
            {t("task.variableUnknown", { name })}
            {may("variables:write") && (
              <>
                {" "}
                <button
                  type="button"
                  onClick={() => onVariable(name)}
                  className="rounded-sm text-accent-text hover:underline touch:min-h-9"
                >
                  {t("task.variableCreate", { name })}
                </button>
              </>
            )}
          </Hint>
        ))}
      </div>
    </>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <p className="text-xs wrap-anywhere text-warning-text icon-stroke">
      <TriangleAlert size={14} className="me-1.5 inline align-[-0.2em]" />
      {children}
    </p>
  );
}

function useCommandCheck(): CommandCheck | undefined {
  const api = useApi();
  const { command, before, workingDirectory } = useFormValues<TaskValues>();
  const settled = useSettled(JSON.stringify([command, before, workingDirectory]), settleMs);
  const [text, ...others] = JSON.parse(settled) as string[]; // written above
  const body = { command: text, before: others[0] || null, workingDirectory: others[1] || null };
  const { data } = useQuery({
    queryKey: queryKeys.variables("check-command", body),
    queryFn: ({ signal }) => api.post<CommandCheck>("/tasks/check-command", body, { signal }),
    enabled: text?.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  return text?.trim() === "" ? undefined : data;
}
