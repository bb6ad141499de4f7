import { CircleAlert, Package } from "lucide-react";
import type { NameFault } from "../../../../server/contract/dependency_names.ts";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import { exampleOf, type NameLine } from "./name_lines.ts";

const faults: Record<NameFault, WordKey> = {
  package_like_option: "dependencies.faultOption",
  package_is_place: "dependencies.faultPlace",
  package_has_signs: "dependencies.faultSigns",
  package_name_wrong: "dependencies.faultForm",
};

/** Each name as it will be taken, or what is wrong with it. */
export function NamePreview(
  { type, lines, refused }: {
    type: DependencyType;
    lines: readonly NameLine[];
    /** What the panel said, by name. */
    refused: ReadonlyMap<string, string>;
  },
) {
  const { t } = useWords();
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t("dependencies.preview")}
      aria-live="polite"
      className="max-h-52 overflow-y-auto rounded-md border border-line bg-sunken text-sm icon-stroke"
    >
      {lines.map((line) => {
        const fault = line.fault
          ? t(faults[line.fault], { example: exampleOf(type) })
          : refused.get(line.name);
        return (
          <li
            key={line.name}
            className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            {fault
              ? <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger-text" />
              : <Package size={16} aria-hidden className="mt-0.5 shrink-0 text-faint" />}
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <code className="font-mono break-all">{line.bare}</code>
                {!fault && (
                  <span className="text-xs text-muted">
                    {line.version
                      ? t("dependencies.version", { version: line.version })
                      : t("dependencies.newest")}
                  </span>
                )}
              </span>
              {fault && <span className="block text-xs text-danger-text">{fault}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
