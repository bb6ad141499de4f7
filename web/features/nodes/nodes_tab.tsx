import { useMessages } from "../../messages/use_messages.tsx";
import { useNodes } from "../../shared/nodes/use_nodes.ts";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { NodeTable } from "./node_table.tsx";

/** As often as nodes report themselves. */
const refetchMs = 5_000;

/** Renders the machines that run tasks, and how to add one. */
export default function NodesTab() {
  const { t } = useMessages();
  const { data, error, refetch } = useNodes({ refetchMs });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />;
  }
  const isSingle = !data.isShared;
  return (
    <>
      <p className="-mb-2 max-w-[880px] text-sm text-muted">
        {t(isSingle ? "nodes.introSingle" : "nodes.intro")}
      </p>
      <NodeTable nodes={data.items} isSingle={isSingle} />
      <AddWorker isSingle={isSingle} />
    </>
  );
}

const databaseUrl = "postgres://user:password@host/sundial";
const moveCommand = `sundial migrate --to ${databaseUrl}`;
const workerCommand = [
  `SUNDIAL_DATABASE_URL=${databaseUrl} \\`,
  "SUNDIAL_KEY_FILE=/etc/sundial/secret.key \\",
  "sundial worker --pools default",
].join("\n");

function AddWorker({ isSingle }: { isSingle: boolean }) {
  const { t } = useMessages();
  return (
    <Card id="addWorker" title={t("nodes.addTitle")}>
      <div className="flex flex-col gap-3">
        <p className="max-w-[880px] text-sm text-muted">
          {t(isSingle ? "nodes.addSingleHelp" : "nodes.addHelp")}
        </p>
        {isSingle && <CommandLine label={t("nodes.addMove")} text={moveCommand} />}
        <CommandLine label={t("nodes.addStart")} text={workerCommand} />
      </div>
    </Card>
  );
}

function CommandLine({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{label}</h3>
      <div className="flex items-start gap-2 rounded-md bg-sunken py-1.5 ps-3 pe-1.5 max-sm:gap-0 max-sm:ps-2">
        <code className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
    </section>
  );
}
