import type { MessageKey } from "../../../messages/messages.ts";
import { RunInputFields } from "../../../shared/run/run_input_fields.tsx";
import { readVariables } from "../../../shared/run/run_variables.ts";
import { splitTokens } from "../../../shared/run/split_tokens.ts";
import type { InputHandle } from "./use_input.ts";

const none: ReadonlyMap<number, MessageKey> = new Map();

/** The fields of what is given to the runs from the editor. */
export function DebugInput({ input, error }: { input: InputHandle; error: unknown }) {
  const { line, setLine, rows, setRows, tried } = input;
  return (
    <div className="flex max-h-[40dvh] max-w-3xl flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">
      <RunInputFields
        {...{ line, rows }}
        onLine={setLine}
        onRows={setRows}
        errors={{
          open: tried && splitTokens(line).open,
          rows: tried ? readVariables(rows).errors : none,
          error,
        }}
      />
    </div>
  );
}
