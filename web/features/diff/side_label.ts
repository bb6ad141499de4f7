import type { TextSide } from "../../api/text_side.ts";
import type { Translate } from "../../messages/create_messages.ts";

/** Writes what a side is, for the page and for screen readers. */
export function sideLabel(side: TextSide, t: Translate): string {
  if (side.kind === "sample") return `${t("diff.sideSample")} · ${side.name}`;
  if (side.kind === "log") return `${t("diff.sideLog")} · ${side.path}`;
  const version = side.versionId === null ? "" : ` · ${t("diff.sideVersion", { id: side.versionId })}`;
  return `${t(side.area === "config" ? "diff.areaConfig" : "diff.areaScripts")} · ${side.path}${version}`;
}
