import { useState } from "react";
import type { Licences } from "../../../server/contract/system.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Disclosure } from "../../ui/data/disclosure.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { SearchField } from "../../ui/inputs/search_field.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Lists the included packages with their licence texts. */
export default function LicencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const [q, setQ] = useState("");
  const { data, error, refetch } = useApiQuery<Licences>(["licences"], "/system/licences", {
    staleTime: Infinity,
  });
  const wanted = q.trim().toLowerCase();
  const matches = data?.items.filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(wanted)
  );
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={t("about.licences")}
      description={data && t("about.licencesCount", { count: data.items.length })}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <SearchField label={t("about.searchLicences")} value={q} onValue={setQ} className="mb-3" />
      {matches
        ? <List items={matches} />
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <Spinner size="default" />}
    </Dialog>
  );
}

function List({ items }: Licences) {
  const { t } = useMessages();
  if (items.length === 0) {
    return <p className="py-6 text-center text-sm text-muted">{t("about.noLicence")}</p>;
  }
  return (
    <ul className="list-none divide-y divide-line p-0">
      {items.map(({ name, version, licence, text }) => (
        <li key={`${name} ${version}`} className="text-sm">
          <Disclosure
            summaryClassName="py-2 touch:py-3"
            summary={
              <span className="min-w-0">
                <span className="font-mono text-xs break-words">{name}</span>
                <span className="ms-2 text-muted">{version}</span>
                <span className="ms-2 text-muted">{licence}</span>
              </span>
            }
          >
            <pre className="mb-3 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">{text || licence}</pre>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
