import type { TaskChange } from "../../../../server/contract/subscriptions.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

const styles: Record<TaskChange["kind"], { sign: string; word: MessageKey; check: string }> = {
  added: { sign: "+", word: "subscriptions.changeAdded", check: "text-success-text" },
  changed: { sign: "~", word: "subscriptions.changeChanged", check: "text-accent-text" },
  removed: { sign: "−", word: "subscriptions.changeRemoved", check: "text-danger-text" },
  failed: { sign: "!", word: "subscriptions.changeFailed", check: "text-warning-text" },
};

/** What becomes of something: a sign, and the word for it. */
export function ChangeKind({ kind }: { kind: TaskChange["kind"] }) {
  const { t } = useMessages();
  const { sign, word, check: style } = styles[kind];
  return (
    <span className={classNames("flex w-28 shrink-0 items-baseline gap-2 text-sm", style)}>
      <span aria-hidden className="w-2.5 text-center font-mono font-semibold">{sign}</span>
      <span className="truncate">{t(word)}</span>
    </span>
  );
}
