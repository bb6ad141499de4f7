import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import type { ArchiveContents, CountedThing, PartDetails } from "../../../server/contract/backups.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { partMessages } from "./part_messages.ts";

interface Props {
  contents: ArchiveContents;
  chosen: readonly BackupPart[];
  onChosen: (chosen: BackupPart[]) => void;
}

/** What an archive holds beside what is here now. */
export function ContentsView({ contents, chosen, onChosen }: Props) {
  const { t, format } = useMessages();
  const { createdAt, panelVersion, sameInstallation, secrets, replaces } = contents;
  const withDatabase = chosen.includes("database");
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("backup.inspectMade", { time: format.dateTime(createdAt), version: panelVersion })}
        {!sameInstallation && ` · ${t("backup.otherPanel")}`}
      </p>
      <Comparison contents={contents} chosen={chosen} onChosen={onChosen} />
      {withDatabase && secrets === "lost" && <Callout tone="warning">{t("backup.secretsLost")}</Callout>}
      {withDatabase && secrets === "included" && <Callout>{t("backup.secretsIncluded")}</Callout>}
      <Callout tone="warning">
        <p>{t("backup.effect")}</p>
        <p className="mt-1">{t("backup.running", { count: replaces.running })}</p>
        <p className="mt-1">{t("backup.kept")}</p>
      </Callout>
    </div>
  );
}

function Comparison({ contents, chosen, onChosen }: Props) {
  const { t } = useMessages();
  const parts = contents.parts.map(({ part }) => part);
  const toggle = (part: BackupPart, on: boolean) =>
    onChosen(parts.filter((one) => one === part ? on : chosen.includes(one)));
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b border-line text-start text-xs text-muted">
          <th className="py-1.5 pe-3 text-start font-medium">{t("backup.part")}</th>
          <th className="py-1.5 pe-3 text-start font-medium">{t("backup.inArchive")}</th>
          <th className="py-1.5 text-start font-medium">{t("backup.now")}</th>
        </tr>
      </thead>
      <tbody>
        {contents.parts.map((details) => (
          <tr key={details.part} className="border-b border-line align-top last:border-b-0">
            <td className="py-2 pe-3">
              <Checkbox
                label={t(partMessages[details.part].name)}
                checked={chosen.includes(details.part)}
                onChange={(event) =>
                  toggle(details.part, event.target.checked)}
              />
            </td>
            <td className="py-2 pe-3 tabular-nums">
              <Holds details={details} counts={contents.counts} />
            </td>
            <td className="py-2 text-muted tabular-nums">
              <Holds details={presentOf(contents, details.part)} counts={contents.replaces.counts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Holds({ details, counts }: { details: PartDetails; counts: ArchiveContents["counts"] }) {
  const { t, format } = useMessages();
  if (details.part !== "database") {
    return <>{t("backup.files", { count: details.files, size: format.bytes(details.bytes) })}</>;
  }
  // The panel sends them under these names.
  const things = Object.entries(counts) as [CountedThing, number][];
  return (
    <ul className="m-0 list-none p-0">
      {things.map(([thing, count]) => (
        <li key={thing}>{`${t(`backup.thing_${thing}`)}: ${format.number(count)}`}</li>
      ))}
    </ul>
  );
}

function presentOf({ replaces }: ArchiveContents, part: BackupPart): PartDetails {
  return replaces.parts.find((details) => details.part === part) ?? { part, files: 0, bytes: 0 };
}
