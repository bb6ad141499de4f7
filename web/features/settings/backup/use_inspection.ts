import { useEffect, useRef, useState } from "react";
import type { Backup, Inspection } from "../../../../server/contract/backups.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { sendArchive } from "./send_archive.ts";

export type Look =
  | { phase: "choosing" }
  | { phase: "sending"; share: number }
  | { phase: "looking" }
  | { phase: "seen"; inspection: Inspection }
  | { phase: "refused"; error: unknown };

/** Looks into a backup of the panel, or into a file that is sent. */
export function useInspection(backup: Backup | null) {
  const api = useApi();
  const { language } = useWords();
  const [look, setLook] = useState<Look>(backup ? { phase: "looking" } : { phase: "choosing" });
  const given = useRef(new AbortController());
  const show = async (asked: Promise<Inspection>) => {
    try {
      setLook({ phase: "seen", inspection: await asked });
    } catch (error) {
      if (!given.current.signal.aborted) setLook({ phase: "refused", error });
    }
  };
  useEffect(() => {
    const leaving = given.current = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 600_000 };
    if (backup) void show(api.post<Inspection>(`/backups/${backup.id}/inspect`, {}, options));
    return () => leaving.abort();
  }, [backup?.id]);
  const send = (file: File) => {
    setLook({ phase: "sending", share: 0 });
    const { signal } = given.current;
    const onProgress = (share: number) =>
      setLook(share < 1 ? { phase: "sending", share } : { phase: "looking" });
    const url = api.url("/backups/inspect");
    // Asked first: an upload that is refused while it is sent looks like a broken connection.
    const ready = () => api.get<void>("/backups/inspect/ready", { signal });
    void show(
      ready().then(() => api.admitted(() => sendArchive({ url, file, language, onProgress, signal }))),
    );
  };
  /** Throws what the panel refuses. */
  const open = async (passphrase: string) => {
    const place = backup ? `/backups/${backup.id}/inspect` : `/backups/inspections/${idOf(look)}`;
    const inspection = await api.post<Inspection>(place, { passphrase }, { timeoutMs: 600_000 });
    setLook({ phase: "seen", inspection });
  };
  return { look, send, open, again: () => setLook({ phase: "choosing" }) };
}

function idOf(look: Look): number {
  return look.phase === "seen" ? look.inspection.inspectionId : 0;
}
