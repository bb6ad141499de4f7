import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

interface StepButtonsProps {
  name: string;
  location: number;
  count: number;
  onStep: (to: number, button: HTMLElement) => void;
}

/** Moves a variable by one place, for whoever does not drag. */
export function StepButtons({ name, location: index, count, onStep }: StepButtonsProps) {
  const { t } = useMessages();
  return (
    <>
      <IconButton
        tooltip={false}
        label={t("variables.moveUp", { name })}
        icon={<ArrowUp size={16} />}
        disabled={index === 0}
        onClick={({ currentTarget }) => onStep(index - 1, currentTarget)}
      />
      <IconButton
        tooltip={false}
        label={t("variables.moveDown", { name })}
        icon={<ArrowDown size={16} />}
        disabled={index === count - 1}
        onClick={({ currentTarget }) => onStep(index + 1, currentTarget)}
      />
    </>
  );
}
