import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import type {
  ArchiveContents,
  Backup,
  CountedThing,
  Inspection,
  PartDetails,
} from "../../../server/contract/backups.ts";
import { useHasSeveralNodes } from "../../shared/nodes/use_nodes.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { partMessages } from "./backup_fields.tsx";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/use_api.tsx";
import { sendFile } from "../../api/send_file.ts";

interface Props {
  contents: ArchiveContents;
  chosen: readonly BackupPart[];
  onChosen: (chosen: BackupPart[]) => void;
}

/** Compares the contents of an archive with the current data. */
export function ContentsView({ contents, chosen, onChosen }: Props) {
  const { t, format } = useMessages();
  const { createdAt, panelVersion, sameInstallation, secrets, replaces } = contents;
  const hasSeveralNodes = useHasSeveralNodes();
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
      {withDatabase && hasSeveralNodes && <Callout tone="warning">{t("backup.stopNodes")}</Callout>}
      <Callout tone="warning">
        <p>{t("backup.effect")}</p>
        <p className="mt-1">{t("backup.running", { count: replaces.running })}</p>
        <p className="mt-1">{t("backup.kept")}</p>
        {withDatabase && !sameInstallation && <p className="mt-1">{t("backup.startsAtOnce")}</p>}
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
  // The contract lists these names.
  const things = Object.entries(counts) as [CountedThing, number][];
  return (
    <ul className="m-0 list-none p-0">
      {things.map(([thing, count]) => (
        <li key={thing}>
          {t("ui.labelAndValue", { label: t(`backup.thing_${thing}`), value: format.number(count) })}
        </li>
      ))}
    </ul>
  );
}

function presentOf({ replaces }: ArchiveContents, part: BackupPart): PartDetails {
  return replaces.parts.find((details) => details.part === part) ?? { part, files: 0, bytes: 0 };
}

export type InspectionState =
  | { phase: "choosing" }
  | { phase: "sending"; share: number }
  | { phase: "inspecting" }
  | { phase: "inspected"; inspection: Inspection }
  | { phase: "failed"; error: unknown };

/** Inspects a stored backup or an uploaded archive. */
export function useInspection(backup: Backup | null) {
  const api = useApi();
  const { language } = useMessages();
  const [state, setState] = useState<InspectionState>(
    backup ? { phase: "inspecting" } : { phase: "choosing" },
  );
  const given = useRef(new AbortController());
  const show = async (asked: Promise<Inspection>) => {
    try {
      setState({ phase: "inspected", inspection: await asked });
    } catch (error) {
      if (!given.current.signal.aborted) setState({ phase: "failed", error });
    }
  };
  useEffect(() => {
    const leaving = given.current = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 600_000 };
    if (backup) void show(api.post<Inspection>(`/backups/${backup.id}/inspect`, {}, options));
    return () => leaving.abort();
  }, [backup?.id]);
  const send = (file: File) => {
    setState({ phase: "sending", share: 0 });
    const { signal } = given.current;
    const onProgress = (share: number) =>
      setState(share < 1 ? { phase: "sending", share } : { phase: "inspecting" });
    const url = api.url("/backups/inspect");
    // Checked first, because a rejected upload looks like a broken connection.
    const ready = () => api.get<void>("/backups/inspect/ready", { signal });
    void show(
      ready().then(() =>
        api.admitted(() => sendFile<Inspection>({ url, file, language, onProgress, signal }))
      ),
    );
  };
  /** Throws ApiProblem when the request is rejected. */
  const open = async (passphrase: string) => {
    const path = backup ? `/backups/${backup.id}/inspect` : `/backups/inspections/${idOf(state)}`;
    const inspection = await api.post<Inspection>(path, { passphrase }, { timeoutMs: 600_000 });
    setState({ phase: "inspected", inspection });
  };
  return { state, send, open, again: () => setState({ phase: "choosing" }) };
}

function idOf(state: InspectionState): number {
  return state.phase === "inspected" ? state.inspection.inspectionId : 0;
}
