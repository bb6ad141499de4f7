import { useCallback, useState } from "react";
import { readStored, writeStored } from "../../../ui/stored.ts";
import { type ColumnChoice, readChoice, usualChoice } from "./columns.ts";

const choiceKey = "tasks.columns";

/** Gives the columns this person chose and the way to choose others; this browser remembers them. */
export function useColumns() {
  const [choice, setChoice] = useState(() => readChoice(readStored(choiceKey)));
  const choose = useCallback((change: (choice: ColumnChoice) => ColumnChoice) => {
    setChoice((before) => {
      const next = change(before);
      writeStored(choiceKey, next === usualChoice ? undefined : next);
      return next;
    });
  }, []);
  return { choice, choose };
}

export type ColumnsHandle = ReturnType<typeof useColumns>;
