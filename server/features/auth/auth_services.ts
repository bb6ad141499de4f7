import type { LoginLog } from "../login_log/service.ts";
import type { Accounts } from "./accounts.ts";
import type { Avatars } from "./avatar/avatars.ts";
import type { LoginFlow } from "./login_flow.ts";
import type { Login } from "./login.ts";
import type { PasskeyEndpoint } from "./passkeys/passkey_endpoint.ts";
import type { Passkeys } from "./passkeys/passkeys.ts";
import type { Proofs } from "./proofs.ts";
import type { SecondFactor } from "./second_factor.ts";
import type { Sessions } from "./sessions.ts";

export interface AuthServices {
  login: Login;
  loginFlow: LoginFlow;
  sessions: Sessions;
  proofs: Proofs;
  accounts: Accounts;
  factor: SecondFactor;
  passkeys: Passkeys;
  door: PasskeyEndpoint;
  avatars: Avatars;
  log: LoginLog;
}
