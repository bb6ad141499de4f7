import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { LONGEST_CRONTAB } from "./longest_crontab.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { TextArea } from "../../../ui/text_area.tsx";
import { useWords } from "../../../words/use_words.tsx";

interface CrontabTextFieldProps {
  value: string;
  onValue: (text: string) => void;
  error: string | undefined;
}

/** The text of a crontab: pasted, typed, or that of a file that is chosen or dropped here. */
export function CrontabTextField({ value, onValue, error }: CrontabTextFieldProps) {
  const { t } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const { fault, open } = useFile(onValue);
  const { dragging, ...drop } = useDrop(open);
  return (
    <div {...drop} className="relative flex flex-col gap-2 [&_textarea]:min-h-44">
      <TextArea
        mono
        label={t("imports.boxText")}
        help={t("imports.boxTextHelp")}
        error={fault ?? error}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        placeholder="30 2 * * * /usr/local/bin/backup.sh"
      />
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t("imports.chooseFile")}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = ""; // so that the same file can be chosen again
        }}
      />
      <Button
        className="self-start"
        icon={<FileUp size={16} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {t("imports.chooseFile")}
      </Button>
      <div
        aria-hidden
        className={classNames(
          "pointer-events-none absolute -inset-2 items-center justify-center rounded-md border-2 border-dashed",
          "border-accent bg-accent-soft text-sm font-medium text-accent-text",
          dragging ? "flex" : "hidden",
        )}
      >
        {t("imports.dropHere")}
      </div>
    </div>
  );
}

function useFile(onValue: (text: string) => void) {
  const { t, format } = useWords();
  const [fault, setFault] = useState<string>();
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LONGEST_CRONTAB) {
      return setFault(t("imports.fileTooLarge", { name: file.name, limit: format.bytes(LONGEST_CRONTAB) }));
    }
    try {
      onValue(await file.text());
      setFault(undefined);
    } catch {
      setFault(t("imports.fileUnreadable", { name: file.name })); // gone, or a folder
    }
  };
  return { fault, open };
}

function useDrop(onFile: (file: File | undefined) => Promise<void>) {
  const [dragging, setDragging] = useState(false);
  const carriesFile = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const onDragOver = (event: DragEvent) => {
    if (!carriesFile(event)) return; // text is the field's own business
    event.preventDefault();
    setDragging(true);
  };
  const onDragLeave = (event: DragEvent) => {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!inside) setDragging(false);
  };
  const onDrop = (event: DragEvent) => {
    setDragging(false);
    if (!carriesFile(event)) return;
    event.preventDefault();
    void onFile(event.dataTransfer.files[0]);
  };
  return { dragging, onDragOver, onDragLeave, onDrop };
}
