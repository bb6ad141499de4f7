import type { ReactNode } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { HeatSquare } from "./heat_square.tsx";

/** What the looks of the cells mean. */
export function HeatLegend() {
  const { t } = useMessages();
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 ps-9 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        {t("insight.legendFew")}
        {[0, 0.5, 1].map((volume) => (
          <Sample key={volume}>
            <HeatSquare runs={1} skipped={0} succeeded={1} volume={volume} />
          </Sample>
        ))}
        {t("insight.legendMany")}
      </li>
      <li className="flex items-center gap-1.5">
        {[0.75, 0.25].map((succeeded) => (
          <Sample key={succeeded}>
            <HeatSquare runs={1} skipped={0} succeeded={succeeded} volume={0.7} />
          </Sample>
        ))}
        {t("insight.legendFailed")}
      </li>
      <li className="flex items-center gap-1.5">
        <Sample>
          <HeatSquare runs={0} skipped={1} succeeded={null} volume={0} />
        </Sample>
        {t("insight.legendSkipped")}
      </li>
    </ul>
  );
}

function Sample({ children }: { children: ReactNode }) {
  return <span className="block w-4">{children}</span>;
}
