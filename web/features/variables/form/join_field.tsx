import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useSettled } from "../../../ui/use_settled.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useNamesakes } from "../use_variables.ts";
import { valuesOf } from "./draft.ts";
import type { FormParts } from "./form_parts.ts";

const settleMs = 250;

/** What becomes of several variables of this name; shown where there are, or will be, several. */
export function JoinField({ variable, draft, set, error }: FormParts) {
  const { t } = useMessages();
  const name = useSettled(draft.name.trim(), settleMs);
  const found = useNamesakes(/^[A-Za-z_]\w*$/.test(name) ? name : "");
  const there = found?.total ?? 0;
  const others = variable && variable.name === name ? there - 1 : there;
  const rule = draft.join ?? found?.items[0]?.join ?? "join";
  const several = others > 0 || valuesOf(draft).length > 1;
  if (!several && rule === "join") return null;
  return (
    <>
      <SegmentedControl
        label={t("variables.joinLabel")}
        value={rule}
        onValue={(join) => set({ join })}
        options={[
          { value: "join", label: t("variables.joinJoin") },
          { value: "last", label: t("variables.joinLast") },
        ]}
        help={t("variables.joinHelp", { count: others, name: name || "…" })}
      />
      {error("join") && <Callout tone="danger">{error("join")}</Callout>}
    </>
  );
}
