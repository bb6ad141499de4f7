import { Download, Ellipsis, Power, PowerOff, Tag, TextCursorInput, Trash2, X } from "lucide-react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuItem } from "../../../ui/menu_entries.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useVariableActs } from "../acts/variable_acts.tsx";

/** What can be done to the chosen variables: in the place of the toolbar, on a phone at the foot of the page. */
export default function BatchBar(
  { variables, onClear }: { variables: readonly Variable[]; onClear: () => void },
) {
  const { t } = useWords();
  const narrow = useNarrow();
  const deeds = useDeeds(variables);
  return (
    <div
      role="toolbar"
      aria-label={t("variables.batch")}
      className={classNames(
        "flex min-h-8 items-center gap-1 rounded-md px-1",
        narrow
          ? "sticky bottom-0 z-20 order-last border border-line-strong bg-raised py-1 shadow-float"
          : "overflow-x-auto bg-selected",
      )}
    >
      <IconButton label={t("tasks.clearSelection")} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">
        {t("tasks.selected", { count: variables.length })}
      </span>
      {narrow
        ? <FewButtons deeds={deeds} />
        : deeds.map(({ label, icon, onSelect, danger = false }) => (
          <Button
            key={label}
            variant="ghost"
            icon={icon}
            onClick={onSelect}
            className={danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
          >
            {label}
          </Button>
        ))}
    </div>
  );
}

function useDeeds(variables: readonly Variable[]): MenuItem[] {
  const { t } = useWords();
  const { act, rename, askDelete, askLabels, askExport } = useVariableActs();
  return [
    {
      label: t("tasks.enable"),
      icon: <Power size={16} aria-hidden />,
      onSelect: () => void act("enable", variables),
    },
    {
      label: t("tasks.disable"),
      icon: <PowerOff size={16} aria-hidden />,
      onSelect: () => void act("disable", variables),
    },
    {
      label: t("variables.renameSome"),
      icon: <TextCursorInput size={16} aria-hidden />,
      onSelect: () => rename(variables),
    },
    {
      label: t("tasks.editLabels"),
      icon: <Tag size={16} aria-hidden />,
      onSelect: () => askLabels(variables),
    },
    {
      label: t("variables.export"),
      icon: <Download size={16} aria-hidden />,
      onSelect: () => askExport(variables),
    },
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onSelect: () => askDelete(variables),
    },
  ];
}

/** What there is room for on a phone, and the rest in a menu. */
function FewButtons({ deeds }: { deeds: readonly MenuItem[] }) {
  const { t } = useWords();
  const isFew = (_: MenuItem, place: number) => place < 2 || place === deeds.length - 1;
  return (
    <span className="ms-auto flex">
      {deeds.filter(isFew).map(({ label, icon, onSelect, danger = false }) => (
        <IconButton
          key={label}
          {...{ label, icon }}
          tone={danger ? "danger" : "neutral"}
          onClick={onSelect}
        />
      ))}
      <Menu entries={deeds.filter((deed, place) => !isFew(deed, place))}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </span>
  );
}
