import { useState } from "react";
import { readVariables, type VariableRow } from "../../../shared/run/run_variables.ts";
import { splitTokens } from "../../../shared/run/split_tokens.ts";

/** What is given to the runs from the editor, as it is typed. */
export interface InputHandle {
  line: string;
  setLine(line: string): void;
  rows: readonly VariableRow[];
  setRows(rows: readonly VariableRow[]): void;
  /** Whether a run was tried with what is wrong. */
  tried: boolean;
  /** Whether the fields are shown. */
  open: boolean;
  setOpen(open: boolean): void;
  /** How many arguments and variables there are. */
  count: number;
  /** Reads them for a run; null when something is wrong with them, which is told at the fields then. */
  read(): { arguments: string[]; variables: Record<string, string> } | null;
}

/** Keeps what is given to the runs from the editor. */
export function useInput(): InputHandle {
  const [line, setLine] = useState("");
  const [rows, setRows] = useState<readonly VariableRow[]>([]);
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const split = splitTokens(line);
  const { variables, errors } = readVariables(rows);
  const read = () => {
    const wrong = split.open || errors.size > 0;
    setTried(wrong);
    if (wrong) setOpen(true);
    return wrong ? null : { arguments: split.tokens, variables };
  };
  const count = split.tokens.length + Object.keys(variables).length;
  return { line, setLine, rows, setRows, tried, open, setOpen, count, read };
}
