import { SearchX } from "../icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { EmptyState } from "./empty_state.tsx";

/** Renders what a list shows when nothing matches its filters, with a button that clears them. */
export function NoMatches({ title, text, onClear }: { title: string; text: string; onClear: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      frame="solid"
      icon={<SearchX size={22} />}
      title={title}
      text={text}
      action={<Button onClick={onClear}>{t("ui.clearFilters")}</Button>}
    />
  );
}
