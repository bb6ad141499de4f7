import { useEffect, useRef, useState } from "react";
import type { Backup, Inspection } from "../../../server/contract/backups.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { sendArchive } from "./send_archive.ts";

export type Style =
  | { phase: "choosing" }
  | { phase: "sending"; share: number }
  | { phase: "looking" }
  | { phase: "seen"; inspection: Inspection }
  | { phase: "refused"; error: unknown };

/** Looks into a backup of the panel, or into a file that is sent. */
export function useInspection(backup: Backup | null) {
  const api = useApi();
  const { language } = useMessages();
  const [style, setPreview] = useState<Style>(backup ? { phase: "looking" } : { phase: "choosing" });
  const given = useRef(new AbortController());
  const show = async (asked: Promise<Inspection>) => {
    try {
      setPreview({ phase: "seen", inspection: await asked });
    } catch (error) {
      if (!given.current.signal.aborted) setPreview({ phase: "refused", error });
    }
  };
  useEffect(() => {
    const leaving = given.current = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 600_000 };
    if (backup) void show(api.post<Inspection>(`/backups/${backup.id}/inspect`, {}, options));
    return () => leaving.abort();
  }, [backup?.id]);
  const send = (file: File) => {
    setPreview({ phase: "sending", share: 0 });
    const { signal } = given.current;
    const onProgress = (share: number) =>
      setPreview(share < 1 ? { phase: "sending", share } : { phase: "looking" });
    const url = api.url("/backups/inspect");
    // Asked first: an upload that is refused while it is sent looks like a broken connection.
    const ready = () => api.get<void>("/backups/inspect/ready", { signal });
    void show(
      ready().then(() => api.admitted(() => sendArchive({ url, file, language, onProgress, signal }))),
    );
  };
  /** Throws what the panel refuses. */
  const open = async (passphrase: string) => {
    const location = backup ? `/backups/${backup.id}/inspect` : `/backups/inspections/${idOf(style)}`;
    const inspection = await api.post<Inspection>(location, { passphrase }, { timeoutMs: 600_000 });
    setPreview({ phase: "seen", inspection });
  };
  return { check: style, send, open, again: () => setPreview({ phase: "choosing" }) };
}

function idOf(style: Style): number {
  return style.phase === "seen" ? style.inspection.inspectionId : 0;
}
