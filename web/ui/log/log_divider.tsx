import { Scissors } from "lucide-react";
import { useMessages } from "../../messages/use_messages.tsx";

/** Stands in a log for what was left out of its middle. */
export function LogDivider({ bytes }: { bytes: number }) {
  const { t, format } = useMessages();
  return (
    <span className="flex w-full items-center gap-3 bg-log-line/60 px-4 font-sans text-ansi-yellow icon-stroke">
      <span aria-hidden className="h-px flex-1 border-t border-dashed border-current opacity-60" />
      <Scissors size={13} aria-hidden />
      <span className="whitespace-nowrap">{t("log.leftOut", { size: format.bytes(bytes) })}</span>
      <span aria-hidden className="h-px flex-1 border-t border-dashed border-current opacity-60" />
    </span>
  );
}
