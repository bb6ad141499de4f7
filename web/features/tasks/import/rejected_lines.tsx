import type { ImportedLine } from "../../../../server/contract/crontab_import.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { OriginalLine } from "./import_line.tsx";
import { warningMessages } from "./warning_messages.ts";

/** The lines that become nothing, each with its reason. */
export function RejectedLines({ lines }: { lines: readonly ImportedLine[] }) {
  const { t } = useMessages();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="m-0 text-sm font-medium">{t("imports.refused")}</h3>
      <ul className="m-0 flex list-none flex-col divide-y divide-line rounded-md border border-line p-0">
        {lines.map(({ line, text, remarks: warnings }) => (
          <li key={line} className="flex flex-col gap-1 px-3 py-2">
            <span className="text-sm text-danger-text">
              {warnings.map((warning) =>
                t(warningMessages[warning])
              ).join("; ")}
            </span>
            <OriginalLine line={line} text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
