import { GitBranch } from "../../../ui/icons/icons.ts";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionNames } from "../../../shared/task/field_values.tsx";

const variantClass = {
  link: "inline-flex min-w-0 items-center gap-1.5 text-accent-text hover:underline",
  chip:
    "flex max-w-40 min-w-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 py-px text-xs text-accent-text hover:underline touch:py-1",
  icon: "shrink-0 text-faint hover:text-accent-text",
};

interface SubscriptionLinkProps {
  id: number;
  /** `icon` uses the name only as a label. */
  variant?: keyof typeof variantClass;
}

/** Renders the subscription that created a task as a link to all its tasks. */
export function SubscriptionLink({ id, variant = "link" }: SubscriptionLinkProps) {
  const { t } = useMessages();
  const name = useSubscriptionNames().find((one) => one.id === id)?.name ?? `#${id}`;
  const title = t("tasks.showSubscription", { name });
  return (
    <Link
      href={paths.tasks({ subscription: id })}
      title={title}
      aria-label={variant === "icon" ? title : undefined}
      // A list row is a single Tab stop; the filter menu leads to the same tasks.
      tabIndex={variant === "link" ? undefined : -1}
      className={variantClass[variant]}
    >
      <GitBranch size={variant === "link" ? 14 : 12} className="shrink-0" />
      {variant !== "icon" && <span className="truncate">{name}</span>}
    </Link>
  );
}
