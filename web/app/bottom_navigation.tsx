import { Ellipsis } from "lucide-react";
import { Link, useLocation } from "wouter";
import { classNames } from "../ui/class_names.ts";
import { Menu } from "../ui/overlays/menu.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { isUnder, type NavigationItem, navigationItems } from "./navigation_items.ts";

/** More would leave too little room for their names. */
const maxLinks = 4;
const visible = navigationItems.slice(0, maxLinks);
const behind = navigationItems.slice(maxLinks);

/** The areas at the foot of a phone: the first ones, the others in a menu. */
export function BottomNavigation() {
  const { t } = useMessages();
  return (
    <nav
      aria-label={t("shell.navigation")}
      className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {visible.map((item) => <FootLink key={item.href} item={item} />)}
      <Others />
    </nav>
  );
}

function FootLink({ item: { href, prefix, label, shortLabel, Icon } }: { item: NavigationItem }) {
  const { t } = useMessages();
  const active = isUnder(useLocation()[0], prefix);
  return (
    <Link href={href} aria-current={active ? "page" : undefined} className={footClass(active)}>
      <Icon size={20} />
      <span className="max-w-full truncate px-0.5">{t(shortLabel ?? label)}</span>
    </Link>
  );
}

function Others() {
  const { t } = useMessages();
  const [path, navigate] = useLocation();
  const entries = behind.map(({ href, prefix, label, Icon }) => ({
    label: t(label),
    icon: <Icon size={16} />,
    ...(isUnder(path, prefix) && { checked: true }),
    onSelect: () => navigate(href),
  }));
  return (
    <Menu entries={entries}>
      <button type="button" className={footClass(behind.some(({ prefix }) => isUnder(path, prefix)))}>
        <Ellipsis size={20} />
        <span>{t("shell.otherAreas")}</span>
      </button>
    </Menu>
  );
}

// As wide as its name wants: the longest would else be cut off.
function footClass(active: boolean): string {
  return classNames(
    "flex h-14 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-xs icon-stroke",
    active ? "font-medium text-accent-text" : "text-muted",
  );
}
