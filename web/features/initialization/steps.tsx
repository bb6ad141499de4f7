import { Check } from "lucide-react";
import { classNames } from "../../ui/class_names.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** Where in the wizard one is. */
export function Steps({ step }: { step: number }) {
  const { t } = useMessages();
  const names = [
    t("initialization.stepLanguage"),
    t("initialization.stepAccount"),
    t("initialization.stepNotification"),
    t("initialization.stepDone"),
  ];
  return (
    <ol
      className="flex items-center gap-2 text-sm"
      aria-label={t("initialization.progress", { step: step + 1, steps: names.length })}
    >
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-2" aria-current={index === step ? "step" : undefined}>
          {index > 0 && <span aria-hidden className="h-px w-3 bg-line-strong" />}
          <StepMark number={index + 1} done={index < step} current={index === step} />
          <span className={index === step ? "font-medium" : "text-muted max-sm:sr-only"}>{name}</span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ number, done, current }: { number: number; done: boolean; current: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "flex size-5 items-center justify-center rounded-full text-xs tabular-nums",
        current
          ? "bg-accent-fill text-on-accent"
          : done
          ? "bg-accent-soft text-accent-text"
          : "bg-neutral-soft text-muted",
      )}
    >
      {done ? <Check size={12} /> : number}
    </span>
  );
}
