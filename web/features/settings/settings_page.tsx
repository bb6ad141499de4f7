import { ChevronLeft } from "../../ui/icons/icons.ts";
import { Suspense } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { usePermissions } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { NotPermitted } from "../../shared/page/not_permitted.tsx";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { classNames } from "../../ui/class_names.ts";
import { ScrollingNav } from "../../ui/data/scrolling_nav.tsx";
import { tabClass } from "../../ui/data/tabs.tsx";
import { useMedia } from "../../ui/use_narrow.ts";
import { findPart, groupsFor, type SettingsPart } from "./settings_pages.ts";
import { SettingsRail } from "./settings_rail.tsx";

/** Renders the settings: a rail of small pages beside the current one; in a narrow window, one or the other. */
export default function SettingsPage() {
  const { t } = useMessages();
  const [address] = useLocation();
  const hasRail = useMedia("(min-width: 1024px)");
  const groups = groupsFor(usePermissions());
  const known = findPart(address);
  const current = findPart(address, groups);
  usePageTitle(current && t(current.part.label), { tabOnly: hasRail });
  if (known && !current) return <NotPermitted />;
  if (!current) {
    const first = groups[0]?.entries[0]?.parts[0].href ?? paths.security();
    return hasRail ? <Redirect to={first} replace /> : <SettingsRail current={null} />;
  }
  const { entry, part } = current;
  return (
    <div className="flex w-full items-start gap-6 xl:gap-8">
      {hasRail && <SettingsRail current={entry} beside />}
      <div className={classNames("flex min-w-0 flex-1 flex-col gap-5", !part.wide && "max-w-[880px]")}>
        {!hasRail && <BackLink />}
        {entry.parts.length > 1 && <PartTabs label={t(entry.label)} parts={entry.parts} current={part} />}
        <Suspense key={part.href} fallback={<SettingsSkeleton />}>
          <part.Part />
        </Suspense>
      </div>
    </div>
  );
}

function BackLink() {
  const { t } = useMessages();
  return (
    <Link
      href={paths.settings()}
      className="-ms-1 -mb-3 inline-flex h-8 items-center gap-1 self-start rounded-md pe-2 text-sm text-muted icon-stroke hover:text-text touch:h-11"
    >
      <ChevronLeft className="rtl:rotate-180" />
      {t("app.settings")}
    </Link>
  );
}

/** Renders the pages of one entry as tabs, each with its own URL. */
function PartTabs(
  { label, parts, current }: { label: string; parts: readonly SettingsPart[]; current: SettingsPart },
) {
  const { t } = useMessages();
  return (
    <ScrollingNav label={label} current={current.href} className="flex-1 gap-5 border-b border-line">
      {parts.map((part) => (
        <Link
          key={part.href}
          href={part.href}
          aria-current={part === current ? "page" : undefined}
          className={tabClass(part === current)}
        >
          {t(part.label)}
        </Link>
      ))}
    </ScrollingNav>
  );
}
