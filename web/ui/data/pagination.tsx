import { ChevronDown, ChevronLeft, ChevronRight } from "../icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { Menu } from "../overlays/menu.tsx";

type Size = number | "all";

/** Renders the footer of a list: the visible range, the total and the page controls. */
export function Pagination<S extends Size>(
  { page, pageSize, total, hasMore = false, onPage, onPageSize, pageSizes }: {
    page: number;
    pageSize: Size;
    total: number;
    /** Whether `total` is a limit of the count, and there may be more. */
    hasMore?: boolean;
    onPage: (page: number) => void;
    onPageSize?: (size: S) => void;
    pageSizes?: readonly S[];
  },
) {
  const { t, format } = useMessages();
  const size = pageSize === "all" ? Math.max(1, total) : pageSize;
  const pages = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const range = {
    from: format.number(from),
    to: format.number(Math.min(total, page * size)),
    total: format.number(total) + (hasMore ? "+" : ""),
  };
  return (
    <nav
      aria-label={t("ui.pages")}
      className="flex flex-wrap items-center gap-x-2 gap-y-2 text-sm text-muted md:gap-x-4"
    >
      <span className="tabular-nums max-md:sr-only">
        {pageSize === "all" ? t("ui.inAll", range) : t("ui.pageRange", range)}
      </span>
      {/* On a phone, the words would take a second line. */}
      <span aria-hidden className="tabular-nums md:hidden">
        {pageSize === "all" ? range.total : `${range.from}–${range.to} / ${range.total}`}
      </span>
      <div className="ms-auto flex items-center md:gap-2">
        {onPageSize && pageSizes && <PageSizeMenu {...{ pageSize, pageSizes, onPageSize }} />}
        {pageSize !== "all" && <PageButtons {...{ page, pages, onPage }} />}
      </div>
    </nav>
  );
}

function PageButtons(
  { page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void },
) {
  const { t } = useMessages();
  return (
    <>
      <IconButton
        label={t("ui.previousPage")}
        icon={<ChevronLeft className="rtl:rotate-180" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="tabular-nums whitespace-nowrap max-md:sr-only">{t("ui.page", { page, pages })}</span>
      <span aria-hidden className="tabular-nums whitespace-nowrap md:hidden">{`${page} / ${pages}`}</span>
      <IconButton
        label={t("ui.nextPage")}
        icon={<ChevronRight className="rtl:rotate-180" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </>
  );
}

function PageSizeMenu<S extends Size>(
  { pageSize, pageSizes, onPageSize }: {
    pageSize: Size;
    pageSizes: readonly S[];
    onPageSize: (size: S) => void;
  },
) {
  const { t } = useMessages();
  const nameOf = (size: Size) => size === "all" ? t("ui.allRows") : t("ui.perPage", { count: size });
  const entries = pageSizes.map((size) => ({
    label: nameOf(size),
    checked: size === pageSize,
    onSelect: () => onPageSize(size),
  }));
  return (
    <Menu entries={entries}>
      <Button variant="ghost" className="font-normal">
        {nameOf(pageSize)}
        <ChevronDown size={14} />
      </Button>
    </Menu>
  );
}
