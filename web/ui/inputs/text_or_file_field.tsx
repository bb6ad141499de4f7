import { FileUp } from "../icons/icons.ts";
import { type ReactNode, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { classNames } from "../class_names.ts";
import { TextArea } from "./text_area.tsx";
import { useFileDrop } from "./use_file_drop.ts";

interface TextOrFileFieldProps {
  label: string;
  help: ReactNode;
  placeholder: string;
  /** Maximum file size in bytes. */
  longest: number;
  value: string;
  onValue: (text: string) => void;
  error: string | undefined;
}

/** Renders a field for a long text: pasted, typed, or read from a selected or dropped file. */
export function TextOrFileField({ longest, value, onValue, error, ...field }: TextOrFileFieldProps) {
  const { t } = useMessages();
  const { problem, open } = useFile(longest, onValue);
  const { dragging, ...drop } = useFileDrop((file) => void open(file));
  return (
    <div {...drop} className="relative flex flex-col gap-2 [&_textarea]:min-h-44">
      <TextArea
        {...field}
        mono
        error={problem ?? error}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <FileButton onFile={open} />
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

type OpenFile = (file: File | undefined) => Promise<void>;

function FileButton({ onFile }: { onFile: OpenFile }) {
  const { t } = useMessages();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t("imports.chooseFile")}
        onChange={(event) => {
          void onFile(event.target.files?.[0]);
          event.target.value = ""; // allows selecting the same file again
        }}
      />
      <Button className="self-start" icon={<FileUp />} onClick={() => picker.current?.click()}>
        {t("imports.chooseFile")}
      </Button>
    </>
  );
}

function useFile(longest: number, onText: (text: string) => void) {
  const { t, format } = useMessages();
  const [problem, setError] = useState<string>();
  const open: OpenFile = async (file) => {
    if (!file) return;
    if (file.size > longest) {
      return setError(t("imports.fileTooLarge", { name: file.name, limit: format.bytes(longest) }));
    }
    try {
      onText(await file.text());
      setError(undefined);
    } catch {
      setError(t("imports.fileUnreadable", { name: file.name })); // deleted, or a folder
    }
  };
  return { problem, open };
}
