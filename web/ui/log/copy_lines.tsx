import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { copyText } from "../inputs/copy_text.ts";
import { plainText } from "./ansi.ts";
import type { LogLoader } from "./log_loader.ts";
import { ToolButton } from "./tool_button.tsx";

const maxCopied = 20_000;

/** Copies the lines that are loaded, the last of them when they are many. */
export function CopyLines({ loader }: { loader: LogLoader }) {
  const { t } = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(linesOf(loader)).then(() => setCopied(true));
  return (
    <ToolButton
      label={copied ? t("ui.copied") : t("log.copy")}
      icon={copied ? <Check size={16} /> : <Copy size={16} />}
      onClick={copy}
    />
  );
}

function linesOf({ buffer }: LogLoader): string {
  const from = Math.max(0, buffer.count - maxCopied);
  const lines = Array.from(
    { length: buffer.count - from },
    (_, index) => buffer.line(from + index)?.text ?? "",
  );
  return lines.map(plainText).join("\n");
}
