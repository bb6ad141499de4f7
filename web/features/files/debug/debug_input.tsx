import type { WordKey } from "../../../words/messages.ts";
import { RunInputFields } from "../../../ui/run/run_input_fields.tsx";
import { readVariables } from "../../../ui/run/run_variables.ts";
import { splitWords } from "../../../ui/run/split_words.ts";
import type { InputHandle } from "./use_input.ts";

const none: ReadonlyMap<number, WordKey> = new Map();

/** The fields of what is given to the runs from the editor. */
export function DebugInput({ input, error }: { input: InputHandle; error: unknown }) {
  const { line, setLine, rows, setRows, tried } = input;
  return (
    <div className="flex max-h-[40dvh] max-w-3xl flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">
      <RunInputFields
        {...{ line, rows }}
        onLine={setLine}
        onRows={setRows}
        faults={{
          open: tried && splitWords(line).open,
          rows: tried ? readVariables(rows).faults : none,
          error,
        }}
      />
    </div>
  );
}
