import { useState } from "react";
import { useToast } from "../../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { nameIssueMessage, nameProblem } from "../name_messages.ts";

export type Naming = ReturnType<typeof useNaming>;

/** Holds the name that a dialog asks for, and what is wrong with it. */
export function useNaming(start: string) {
  const { t } = useMessages();
  const toast = useToast();
  const [name, setName] = useState(start);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const type = (typed: string) => {
    setName(typed);
    setError(typed.includes("/") ? t("files.nameSlash") : undefined);
  };
  /** Does it with the name, unless something is wrong with that; `act` answers what else is. */
  const take = async (action: (name: string) => Promise<string | void>) => {
    const wrong = nameIssueMessage(name);
    if (wrong) return setError(t(wrong));
    setBusy(true);
    try {
      const rejected = await action(name.trim());
      if (rejected) setError(rejected);
    } catch (error) {
      const known = nameProblem(error);
      if (known) setError(known);
      else toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { name, type, fault: error, busy, take };
}
