// Which events a channel of one's own can receive: those that the role of its owner permits. Free of zod for the page.
import {
  eventDetails,
  type EventGroup,
  type NotificationEvent,
  notificationEvents,
} from "./notification_events.ts";
import { permissionsOf, type Reach, type Role } from "./roles.ts";
import { includesScope, type Scope } from "./scopes.ts";

/** Maximum number of channels of one account. */
export const MAX_OWN_CHANNELS = 20;

// Messages of runs, pulls and installations contain the last lines of their logs. What is left is for administrators.
const needs: Record<EventGroup, readonly Scope[] | null> = {
  runs: ["tasks:read", "logs:read"],
  heartbeats: ["heartbeats:read"],
  subscriptions: ["subscriptions:read", "logs:read"],
  dependencies: ["dependencies:read", "logs:read"],
  account: null,
  panel: null,
};

/** Returns whether a role, which holds for the objects with some labels or with null for the whole panel, permits an event. */
export function permitsEvent(role: Role, labels: Reach, event: NotificationEvent): boolean {
  const needed = needs[eventDetails[event].group];
  if (needed === null) return role === "administrator" && labels === null;
  const permitted = permissionsOf(role, labels);
  return needed.every((scope) => includesScope(permitted, scope));
}

/** Returns the events that a role permits, in the order of their groups. */
export function permittedEvents(role: Role, labels: Reach): NotificationEvent[] {
  return notificationEvents.filter((event) => permitsEvent(role, labels, event));
}

/** Returns the events with which a channel of one's own starts. */
export function initialEvents(role: Role, labels: Reach): NotificationEvent[] {
  return permittedEvents(role, labels).filter((event) => eventDetails[event].inDefaultRule);
}
