import type { Session } from "../../../server/contract/auth.ts";
import { includesScope } from "../../../server/contract/scopes.ts";
import type { PageSession } from "../../api/use_session.ts";

/**
 * Returns a session as the page shows it while something on it is not saved: with the role that the same person had before, if less
 * is permitted now. What was typed would be gone with the page that the role no longer includes.
 */
export function holdRole(before: PageSession | undefined, now: Session): PageSession {
  if (!before || !isSamePerson(before, now) || !isLess(before, now)) return now;
  const { role, labels, permissions, scopes } = before;
  return { ...now, role, labels, permissions, scopes, isRoleOutdated: true };
}

function isSamePerson({ account: one }: Session, { account: other }: Session): boolean {
  return one.id === other.id && one.createdAt === other.createdAt;
}

function isLess(before: Session, now: Session): boolean {
  return before.role === "administrator" && now.role !== "administrator" ||
    before.permissions.some((scope) => !includesScope(now.permissions, scope)) ||
    now.labels !== null && !before.labels?.every((label) => now.labels?.includes(label));
}
