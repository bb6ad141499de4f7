import { useState } from "react";
import { useLeaveGuard } from "../../../shell/leave_guard.tsx";
import { ImportPreview } from "./import_preview.tsx";
import { ImportResult } from "./import_result.tsx";
import { ImportSource } from "./import_source.tsx";
import { type CrontabSource, type Preview, useCrontabImport } from "./use_crontab_import.ts";

interface Taken {
  created: number;
  label: string | undefined;
}

const start: CrontabSource = { source: "system", text: "", withUser: false };

/** Brings in a crontab in three steps: where it comes from, what it becomes, what came of it. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { look, take } = useCrontabImport();
  const [source, setSource] = useState(start);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  useLeaveGuard(taken === null && (source.text.trim() !== "" || take.isPending));
  if (taken) return <ImportResult {...taken} onClose={onClose} />;
  if (preview) {
    return (
      <ImportPreview
        preview={preview}
        busy={take.isPending}
        error={take.error}
        onTake={(wish) =>
          take.mutate({ preview, ...wish }, {
            onSuccess: ({ created }) => setTaken({ created, label: wish.labels[0] }),
          })}
        onBack={() => {
          take.reset();
          setPreview(null);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ImportSource
      value={source}
      onValue={(part) => {
        look.reset();
        setSource({ ...source, ...part });
      }}
      busy={look.isPending}
      error={look.error}
      onNext={() => look.mutate(source, { onSuccess: setPreview })}
      onClose={onClose}
    />
  );
}
