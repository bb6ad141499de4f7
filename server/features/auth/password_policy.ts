import type { FieldIssue } from "../../contract/app_error.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { commonPasswords } from "./common_passwords.ts";

const MIN_LENGTH = 8;
const PRODUCT_NAMES = ["sundial", "日晷"];

/** Returns why a new password is rejected; empty if it is accepted. `path` is its field. */
export function passwordIssues(password: string, path: string): FieldIssue[] {
  const bare = password.normalize("NFKC").trim().toLowerCase();
  const refuse = (code: IssueCode, params = {}): FieldIssue[] => [{ path, code, params }];
  if (bare === "admin") return refuse("password_is_admin");
  if (PRODUCT_NAMES.includes(bare)) return refuse("password_is_product_name");
  // Counted in code points, not UTF-16 units.
  if ([...password].length < MIN_LENGTH) return refuse("too_short", { min: MIN_LENGTH });
  if (commonPasswords.has(bare)) return refuse("password_is_common");
  return [];
}
