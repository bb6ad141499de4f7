import { useState } from "react";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { nameFaultWord, nameProblem } from "../name_words.ts";

export type Naming = ReturnType<typeof useNaming>;

/** Holds the name that a dialog asks for, and what is wrong with it. */
export function useNaming(start: string) {
  const { t } = useWords();
  const toast = useToast();
  const [name, setName] = useState(start);
  const [fault, setFault] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const type = (typed: string) => {
    setName(typed);
    setFault(typed.includes("/") ? t("files.nameSlash") : undefined);
  };
  /** Does it with the name, unless something is wrong with that; `act` answers what else is. */
  const take = async (act: (name: string) => Promise<string | void>) => {
    const wrong = nameFaultWord(name);
    if (wrong) return setFault(t(wrong));
    setBusy(true);
    try {
      const refused = await act(name.trim());
      if (refused) setFault(refused);
    } catch (error) {
      const known = nameProblem(error);
      if (known) setFault(known);
      else toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { name, type, fault, busy, take };
}
