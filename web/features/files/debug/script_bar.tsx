import { ArrowLeft, Play, SlidersHorizontal } from "../../../ui/icons/icons.ts";
import type { Ref } from "react";
import { useLocation } from "wouter";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Debug, type InputHandle, isBusy } from "./use_debug.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { RunInputFields } from "../../../shared/run/run_input_fields.tsx";
import { readVariables, splitTokens } from "../../../shared/run/run_input.ts";

/** The visible half of the page on a narrow screen. */
export type Part = "script" | "output";

interface ScriptBarProps {
  path: string | null;
  part: Part;
  setPart: (part: Part) => void;
  input: InputHandle;
  debug: Debug;
  onRun: () => void;
  runButton: Ref<HTMLButtonElement>;
}

/** Renders the run button and the fields for arguments and variables. */
export function ScriptBar({ path, part, setPart, input, debug, onRun, runButton }: ScriptBarProps) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const [, navigate] = useLocation();
  const { count, open, setOpen } = input;
  return (
    <div className="border-b border-line">
      <div className="flex min-h-12 flex-wrap items-center gap-2 px-3 py-1.5">
        <IconButton
          label={t("files.debugBack")}
          icon={<ArrowLeft className="rtl:rotate-180" />}
          onClick={() => navigate(paths.scripts(path ?? undefined))}
        />
        <Button
          ref={runButton}
          variant="primary"
          keepsFocus
          icon={<Play />}
          loading={debug.starting}
          disabled={isBusy(debug)}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onRun}
        >
          {t("tasks.run")}
        </Button>
        <Button
          variant="ghost"
          icon={<SlidersHorizontal />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {count > 0 ? t("files.debugInputSet", { count }) : t("files.debugInput")}
        </Button>
        {narrow && (
          <SegmentedControl
            label={t("files.debugShown")}
            hideLabel
            value={part}
            options={[
              { value: "script", label: t("files.debugScript") },
              { value: "output", label: t("files.debugOutput") },
            ]}
            onValue={setPart}
          />
        )}
      </div>
      {open && <DebugInput input={input} error={debug.error} />}
    </div>
  );
}

const none: ReadonlyMap<number, MessageKey> = new Map();

/** Renders the fields for arguments and variables. */
function DebugInput({ input, error }: { input: InputHandle; error: unknown }) {
  const { line, setLine, rows, setRows, tried } = input;
  return (
    <div className="flex max-h-[40dvh] max-w-3xl flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">
      <RunInputFields
        line={line}
        rows={rows}
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
