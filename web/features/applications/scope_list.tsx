import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useScopeTable } from "./use_applications.ts";

/** The table of what each permission opens, as the panel's own routes say. */
export function ScopeList() {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="sundial-application-scopes"
      title={t("applications.opens")}
      hint={t("applications.opensHint")}
      forced={false}
    >
      <ScopeRows />
    </FoldedSection>
  );
}

function ScopeRows() {
  const { t } = useMessages();
  const { data } = useScopeTable();
  if (!data) return <p className="p-3 text-sm text-muted">{t("ui.loading")}</p>;
  return data.items.map(({ scope, routes }) => (
    <section key={scope} aria-label={scope} className="flex flex-col gap-1 px-3 py-2">
      <h4 className="font-mono text-xs font-semibold">{scope}</h4>
      <p className="text-xs text-muted">{t(`scopeSummary.${scope}`)}</p>
      {routes.length === 0 && <p className="text-xs text-faint">{t("applications.opensNothing")}</p>}
      <ul className="flex flex-col gap-0.5">
        {routes.map(({ method, path }) => (
          <li key={method + path} className="flex gap-2 font-mono text-xs break-all text-muted">
            <span className="w-14 shrink-0">{method}</span>
            <span>{path}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
