import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useWords } from "../words/use_words.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon_button.tsx";
import { Menu } from "./menu.tsx";

/** The foot of a list: which part of how many is shown, and the ways to the others. */
export function Pagination(
  { page, pageSize, total, onPage, onPageSize, pageSizes = [20, 50, 100] }: {
    page: number;
    pageSize: number;
    total: number;
    onPage: (page: number) => void;
    onPageSize?: (size: number) => void;
    pageSizes?: readonly number[];
  },
) {
  const { t, format } = useWords();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={t("ui.pages")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted"
    >
      <span className="tabular-nums">
        {t("ui.pageRange", {
          from: format.number(from),
          to: format.number(Math.min(total, page * pageSize)),
          total: format.number(total),
        })}
      </span>
      <div className="ms-auto flex items-center gap-2">
        {onPageSize && <PageSizeMenu {...{ pageSize, pageSizes, onPageSize }} />}
        <IconButton
          label={t("ui.previousPage")}
          icon={<ChevronLeft size={16} className="rtl:rotate-180" />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span className="tabular-nums whitespace-nowrap">{t("ui.page", { page, pages })}</span>
        <IconButton
          label={t("ui.nextPage")}
          icon={<ChevronRight size={16} className="rtl:rotate-180" />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}

function PageSizeMenu(
  { pageSize, pageSizes, onPageSize }: {
    pageSize: number;
    pageSizes: readonly number[];
    onPageSize: (size: number) => void;
  },
) {
  const { t } = useWords();
  const entries = pageSizes.map((size) => ({
    label: t("ui.perPage", { count: size }),
    checked: size === pageSize,
    onSelect: () => onPageSize(size),
  }));
  return (
    <Menu entries={entries}>
      <Button variant="ghost" className="font-normal">
        {t("ui.perPage", { count: pageSize })}
        <ChevronDown size={14} aria-hidden />
      </Button>
    </Menu>
  );
}
