import { ArrowLeftRight, FileDiff } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { nameOfSide, readSide, type TextSide, writeSide } from "../../api/text_side.ts";
import { paths } from "../../paths.ts";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { WorkFrame } from "../../ui/data/work_frame.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { Comparison } from "./comparison.tsx";
import { SideHeader } from "./side_header.tsx";

/** Any two texts of the panel side by side; which ones stands in the address. */
export default function DiffPage() {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [dirty, setDirty] = useState(false);
  const left = readSide(query.get("left"));
  const right = readSide(query.get("right"));
  usePageTitle(left && right ? `${nameOfSide(left)} ↔ ${nameOfSide(right)}` : null, { tabOnly: true });
  const show = (sides: { left: TextSide | null; right: TextSide | null }) => {
    const [one, other] = [sides.left, sides.right].map((side) => side ? writeSide(side) : undefined);
    navigate(paths.diff(one, other));
  };
  return (
    <WorkFrame className="flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-3 py-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <SideHeader which="left" side={left} onSide={(next) => show({ left: next, right })} />
        <IconButton
          label={dirty ? t("diff.swapDirty") : t("diff.swap")}
          icon={<ArrowLeftRight size={16} className="max-md:rotate-90" />}
          className="max-md:row-span-2"
          disabled={dirty || (!left && !right)}
          onClick={() => show({ left: right, right: left })}
        />
        <SideHeader which="right" side={right} onSide={(next) => show({ left, right: next })} />
      </div>
      <div className="min-h-0 flex-1">
        {left && right
          ? (
            <Comparison
              key={`${writeSide(left)} ${writeSide(right)}`}
              {...{ left, right }}
              onDirty={setDirty}
            />
          )
          : (
            <EmptyState
              icon={<FileDiff size={22} aria-hidden />}
              title={t("diff.emptyTitle")}
              text={t("diff.emptyText")}
            />
          )}
      </div>
    </WorkFrame>
  );
}
