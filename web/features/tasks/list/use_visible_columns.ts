import { useMemo } from "react";
import { useMedia } from "../../../ui/use_media.ts";
import { type ColumnChoice, type ColumnId, visibleColumns } from "./columns.ts";

/** Lists the columns to draw: those the person chose, else the usual ones that there is room for, the least needed going first. */
export function useVisibleColumns({ shown: visible }: ColumnChoice): readonly ColumnId[] {
  const room: Partial<Record<ColumnId, boolean>> = {
    command: useMedia("(min-width: 1440px)"),
    schedule: useMedia("(min-width: 1280px)"),
    recent: useMedia("(min-width: 1280px)"),
    nextRun: useMedia("(min-width: 960px)"),
  };
  const key = visibleColumns({ shown: visible, widths: {} }).filter((id) => visible || room[id] !== false)
    .join();
  return useMemo(() => key.split(",") as ColumnId[], [key]); // joined from such just above
}
