import { PackageOpen, Plus, SearchX, Settings2 } from "../../../ui/icons/icons.ts";
import type { DependencyTool, DependencyType, ToolLack } from "../../../../server/contract/dependencies.ts";
import { paths } from "../../../paths.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { UrlStateHandle } from "../url_state.ts";
import { useTools } from "../api.ts";
import { useMay } from "../../../api/use_permissions.ts";

const helps: Record<DependencyType, MessageKey> = {
  node: "dependencies.noneNode",
  python: "dependencies.nonePython",
  linux: "dependencies.noneLinux",
  deno: "dependencies.noneDeno",
};

const lacks: Record<ToolLack, MessageKey> = {
  npm: "dependencies.lacksNpm",
  pnpm: "dependencies.lacksPnpm",
  python3: "dependencies.lacksPython",
  venv: "dependencies.lacksVenv",
  package_tool: "dependencies.lacksPackageTool",
  rights: "dependencies.lacksRights",
  deno: "dependencies.lacksDeno",
};

/** Returns the tools that the host lacks for a type; null while unknown, or when it lacks none. */
export function useLack(type: DependencyType): ToolLack | null {
  const tool = useTools().data?.find((one: DependencyTool) => one.type === type);
  return tool?.lacks ?? null;
}

/** Renders a hint about tools that the host lacks for packages of this type. */
export function LackCallout({ lack }: { lack: ToolLack }) {
  const { t } = useMessages();
  return <Callout tone="warning">{t(lacks[lack])}</Callout>;
}

/** Rendered instead of the rows when no package matches the filters. */
export function NothingFound({ handle: { change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  return (
    <EmptyState
      frame="solid"
      icon={<SearchX size={22} />}
      title={t("dependencies.noMatch")}
      action={<Button onClick={() => change({ q: "", state: null })}>{t("ui.clearFilters")}</Button>}
    />
  );
}

/** Rendered instead of the list while there is no package of the type. */
export function NothingYet({ handle: { urlState, create } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const mayWrite = useMay("dependencies:write");
  const maySetUp = useMay("system:write");
  useShortcuts(mayWrite ? { n: create } : {});
  return (
    <EmptyState
      frame="dashed"
      icon={<PackageOpen size={22} />}
      title={t("dependencies.none")}
      text={t(helps[urlState.type])}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {mayWrite && (
            <Button variant="primary" icon={<Plus />} onClick={create}>{t("dependencies.install")}</Button>
          )}
          {maySetUp && (
            <ButtonLink href={paths.packageSettings()} icon={<Settings2 />}>
              {t("dependencies.mirrors")}
            </ButtonLink>
          )}
        </div>
      }
    />
  );
}
