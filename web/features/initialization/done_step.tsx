import { CircleCheck } from "lucide-react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use_words.tsx";

/** Says that everything is ready and leads to the tasks. */
export function DoneStep() {
  const { t } = useWords();
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck size={40} strokeWidth={1.5} aria-hidden className="text-success-text" />
      <h2 className="mt-1 text-lg font-semibold">{t("initialization.doneTitle")}</h2>
      <p className="text-sm text-balance text-muted">{t("initialization.doneText")}</p>
      <Button
        variant="primary"
        autoFocus
        className="mt-4 w-full"
        onClick={() => navigate(paths.tasks(), { replace: true })}
      >
        {t("initialization.start")}
      </Button>
    </div>
  );
}
