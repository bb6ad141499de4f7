import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";

/** The way to a subscription's form that keeps the list as it is; a plain link for whoever wants another window. */
export function NameLink(
  { subscription: { id, name }, tabIndex, className, children }: {
    subscription: Subscription;
    tabIndex?: number;
    className: string;
    children: ReactNode;
  },
) {
  const { links } = useSubscriptionActions();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    links.edit(id);
  };
  return (
    <Link href={paths.subscriptionForm(id)} title={name} {...{ tabIndex, className }} onClick={open}>
      {children}
    </Link>
  );
}
