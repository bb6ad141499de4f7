import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { copyText } from "./copy_text.ts";
import { IconButton } from "./icon_button.tsx";

/** Renders a button that copies a text and shows a check mark for two seconds. */
export function CopyButton({ text, size = "small" }: { text: string; size?: "small" | "default" }) {
  const { t } = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      size={size}
      label={copied ? t("ui.copied") : t("ui.copy")}
      icon={copied ? <Check size={14} className="text-success-text" /> : <Copy size={14} />}
      onClick={() => void copyText(text).then(() => setCopied(true))}
    />
  );
}
