import { type ChangeEvent, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";

interface TypedNumber {
  /** Text that is not a valid number; null if there is none. */
  odd: string | null;
  /** The message of such text. */
  error: string | undefined;
  /** For the input: blocks the form while the text is not valid. */
  marks: { "data-unreadable": true | undefined };
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Discards such text. */
  reset: () => void;
}

/**
 * Reads what is typed into an input of type `number`; null when it is empty. Text that is not a valid number stays in the
 * field, shows an error and blocks the form; the value stays the last valid one.
 */
export function useTypedNumber(
  { label, integer, onNumber }: {
    label: string;
    /** Whether only integers are valid, else any number that is not negative. */
    integer: boolean;
    onNumber: (value: number | null) => void;
  },
): TypedNumber {
  const { t } = useMessages();
  const [odd, setOdd] = useState<string | null>(null);
  const isValid = (text: string) =>
    integer ? Number.isSafeInteger(Number(text)) : Number.isFinite(Number(text)) && Number(text) >= 0;
  const type = t(integer ? "controls.typeInteger" : "controls.typeNumber");
  return {
    odd,
    error: odd === null ? undefined : t("controls.wrongType", { label, type }),
    marks: { "data-unreadable": odd === null ? undefined : true },
    onChange: ({ target: { value: text, validity } }) => {
      if (validity.badInput || !isValid(text)) return setOdd(text);
      setOdd(null);
      onNumber(text === "" ? null : Number(text));
    },
    reset: () => setOdd(null),
  };
}
