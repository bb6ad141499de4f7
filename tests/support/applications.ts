// Applications of a panel and their tokens.
import type { Scope } from "../../server/contract/scopes.ts";
import type { TestPanel } from "./test_panel.ts";

export interface MadeApplication {
  id: number;
  clientId: string;
  clientSecret: string;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Adds an application; `admin` are the headers of a user. */
export async function makeApplication(
  panel: TestPanel,
  admin: Record<string, string>,
  name: string,
  has: readonly Scope[],
): Promise<MadeApplication> {
  const body = { name: name.slice(0, 50), scopes: has };
  return await panel.request("POST", "/applications", { headers: admin, body });
}

export async function tokenOf(
  panel: TestPanel,
  { clientId, clientSecret }: MadeApplication,
): Promise<string> {
  return (await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } })).token;
}
