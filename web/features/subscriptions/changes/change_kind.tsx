import type { TaskChange } from "../../../../server/contract/subscriptions.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

const looks: Record<TaskChange["kind"], { sign: string; word: WordKey; look: string }> = {
  added: { sign: "+", word: "subscriptions.changeAdded", look: "text-success-text" },
  changed: { sign: "~", word: "subscriptions.changeChanged", look: "text-accent-text" },
  removed: { sign: "−", word: "subscriptions.changeRemoved", look: "text-danger-text" },
  failed: { sign: "!", word: "subscriptions.changeFailed", look: "text-warning-text" },
};

/** What becomes of something: a sign, and the word for it. */
export function ChangeKind({ kind }: { kind: TaskChange["kind"] }) {
  const { t } = useWords();
  const { sign, word, look } = looks[kind];
  return (
    <span className={classNames("flex w-28 shrink-0 items-baseline gap-2 text-sm", look)}>
      <span aria-hidden className="w-2.5 text-center font-mono font-semibold">{sign}</span>
      <span className="truncate">{t(word)}</span>
    </span>
  );
}
