import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "../../../ui/icon_button.tsx";
import { useWords } from "../../../words/use_words.tsx";

interface StepButtonsProps {
  name: string;
  place: number;
  count: number;
  onStep: (to: number, button: HTMLElement) => void;
}

/** Moves a variable by one place, for whoever does not drag. */
export function StepButtons({ name, place, count, onStep }: StepButtonsProps) {
  const { t } = useWords();
  return (
    <>
      <IconButton
        tooltip={false}
        label={t("variables.moveUp", { name })}
        icon={<ArrowUp size={16} />}
        disabled={place === 0}
        onClick={({ currentTarget }) => onStep(place - 1, currentTarget)}
      />
      <IconButton
        tooltip={false}
        label={t("variables.moveDown", { name })}
        icon={<ArrowDown size={16} />}
        disabled={place === count - 1}
        onClick={({ currentTarget }) => onStep(place + 1, currentTarget)}
      />
    </>
  );
}
