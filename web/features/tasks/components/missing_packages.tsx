import { PackagePlus } from "../../../ui/icons/icons.ts";
import type { RunState } from "../../../../server/contract/runs.ts";
import { paths } from "../../../paths.ts";
import { asDialogElsewhere } from "../../../shared/page/dialog_history.ts";
import { ButtonLink } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { MissingPackage } from "../../../../server/contract/dependencies.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { queryKeys } from "../../../api/query_keys.ts";
import { useMay } from "../../../api/use_permissions.ts";

interface FailedRun {
  id: number;
  state: RunState;
}

/**
 * Renders a link to the form that installs the packages that a failed run lacks; nothing when it lacks none.
 */
export function InstallMissing({ run }: { run: FailedRun }) {
  const { t } = useMessages();
  const missing = useMissing(run);
  const mayInstall = useMay("dependencies:write");
  const [first] = missing;
  if (!mayInstall || !first) return null;
  const names = missing.map(({ name }) => name);
  return (
    <ButtonLink
      variant="primary"
      href={paths.dependencyForm(first.type, names.join(" "))}
      state={asDialogElsewhere.state}
      icon={<PackagePlus />}
    >
      <span className="max-w-56 truncate">
        {names.length === 1
          ? t("dependencies.missingOne", { name: first.name })
          : t("dependencies.missingSeveral", { count: names.length })}
      </span>
    </ButtonLink>
  );
}

/** Renders which packages the last run lacked, with a link to install them. */
export function MissingCallout({ run }: { run: FailedRun }) {
  const { t, format } = useMessages();
  const missing = useMissing(run);
  const names = missing.map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Callout tone="warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-40 flex-1">
          {t("dependencies.missingText", {
            count: names.length,
            name: names[0] ?? "",
            names: format.list(names),
          })}
        </span>
        <InstallMissing run={run} />
      </div>
    </Callout>
  );
}

/** Queries the packages that a failed run lacks; only those of the first type. */
function useMissing(run: { id: number; state: RunState } | null): readonly MissingPackage[] {
  const { data = [] } = useApiQuery<{ items: MissingPackage[] }, MissingPackage[]>(
    queryKeys.dependencies("missing", run?.id),
    `/runs/${run?.id}/missing`,
    { select: ({ items }) => items, enabled: run !== null && run.state === "failed" },
  );
  return data.filter(({ type }) => type === data[0]?.type);
}
