import { useCallback, useState } from "react";
import { readStored, writeStored } from "../stored.ts";
import { type Column, type ColumnChoice, defaultChoice, readChoice } from "./columns.ts";

/**
 * Returns the columns that the user chose for a list, and a function that changes them; this browser stores
 * them under `key`.
 */
export function useColumns<T>(key: string, columns: readonly Column<T>[]) {
  const [choice, setChoice] = useState(() => readChoice(readStored(key), columns));
  const choose = useCallback((change: (choice: ColumnChoice) => ColumnChoice) => {
    setChoice((before) => {
      const next = change(before);
      writeStored(key, next === defaultChoice ? undefined : next);
      return next;
    });
  }, [key]);
  return { choice, choose };
}

export type ColumnsHandle = ReturnType<typeof useColumns>;
