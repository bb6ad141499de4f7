import { Check, Copy } from "../icons/icons.ts";
import { useEffect, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon_button.tsx";

/** Copies a text to the clipboard. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // The Clipboard API is unavailable over plain HTTP except on localhost; the old method still works there.
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, if any, because it traps the focus.
  const parent = document.querySelector('[role="dialog"]') ?? document.body;
  parent.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/**
 * Renders a button that copies a text and shows a check mark for two seconds; without a word unless it is `labelled`.
 */
export function CopyButton({ text, labelled = false }: { text: string; labelled?: boolean }) {
  const { t } = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = copied ? t("ui.copied") : t("ui.copy");
  const icon = copied ? <Check size={14} className="text-success-text" /> : <Copy size={14} />;
  const copy = () => void copyText(text).then(() => setCopied(true));
  if (!labelled) return <IconButton size="small" label={label} icon={icon} onClick={copy} />;
  // Wide enough for either word, so that nothing beside it moves.
  return <Button icon={icon} onClick={copy} className="min-w-24">{label}</Button>;
}
