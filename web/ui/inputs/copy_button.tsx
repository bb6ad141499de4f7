import { Check, Copy } from "../icons/icons.ts";
import { useCallback, useEffect, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { useToast } from "../feedback/use_toast.tsx";

/** Returns a function that copies a text and returns whether it did; if not, a message says so. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useMessages();
  const toast = useToast();
  return useCallback(async (text) => {
    const isCopied = await copyText(text);
    if (!isCopied) toast.message("danger", t("ui.copyFailed"));
    return isCopied;
  }, [toast, t]);
}

async function copyText(text: string): Promise<boolean> {
  try {
    // Unavailable over plain HTTP except on localhost, and rejects where the browser does not permit it.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

// The old method, which works there.
function copySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, if any, because it traps the focus.
  const parent = document.querySelector('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  parent.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
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
  const copyText = useCopy();
  const copy = async () => setCopied(await copyText(text));
  if (!labelled) return <IconButton size="small" label={label} icon={icon} onClick={copy} />;
  // Wide enough for either word, so that nothing beside it moves.
  return <Button icon={icon} onClick={copy} className="min-w-24">{label}</Button>;
}
