// Settings that may contain a secret: stored sealed, together with what may be displayed of them.
import * as z from "zod";
import { AppError, type FieldIssue } from "../../contract/app_error.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import type { Settings, SettingsPatch } from "../../contract/settings.ts";
import { KeyError, keyIssue, openPrivateKey } from "../../platform/git/ssh_key.ts";
import { isMasked, maskedProxy, readProxy } from "../../platform/outbound/proxy.ts";
import { KEY_FILE, type Sealer, SealError } from "../../platform/seal.ts";

const sealedProxy = z.object({ sealed: z.string(), shown: z.string() }).nullable();
const sealedKey = z.object({ sealed: z.string(), type: z.string(), fingerprint: z.string() }).nullable();

/** The schemas of these settings, by the names of their rows. */
export const secretShape = { proxy: sealedProxy, sshKey: sealedKey };

export interface StoredSecrets {
  proxy: z.infer<typeof sealedProxy>;
  sshKey: z.infer<typeof sealedKey>;
}

export const noSecrets: StoredSecrets = { proxy: null, sshKey: null };

/** The defaults for subscriptions without their own, in plain text. */
export interface OpenedSecrets {
  proxy: string | null;
  sshKey: string | null;
}

export interface SecretsOptions {
  sealer: Sealer;
  /** Private directory for the key file while a key is unlocked. */
  keys: string;
}

type SecretsPatch = Pick<SettingsPatch, "proxy" | "sshKey">;

export function redactedSecrets({ proxy, sshKey }: StoredSecrets): Pick<Settings, "proxy" | "sshKey"> {
  return {
    proxy: proxy?.shown ?? null,
    sshKey: sshKey && { type: sshKey.type, fingerprint: sshKey.fingerprint },
  };
}

/** Returns the rows for a patch and its issues. Throws `secret_key_wrong`. */
export async function secretValues(
  request: SecretsPatch,
  before: StoredSecrets,
  options: SecretsOptions,
): Promise<{ values: Partial<StoredSecrets>; issues: FieldIssue[] }> {
  try {
    const [proxy, key] = [
      proxyValue(request.proxy, before, options),
      await keyValue(request.sshKey, options),
    ];
    return { values: { ...proxy.value, ...key.value }, issues: [...proxy.issues, ...key.issues] };
  } catch (error) {
    if (error instanceof SealError) throw new AppError("secret_key_wrong", { file: KEY_FILE });
    throw error;
  }
}

/** Decrypts the stored secrets. Throws `SealError`. */
export function openedSecrets({ proxy, sshKey }: StoredSecrets, { sealer }: SecretsOptions): OpenedSecrets {
  const open = (one: { sealed: string } | null) => one && sealer.open(one.sealed, "setting");
  return { proxy: open(proxy), sshKey: open(sshKey) };
}

interface Value {
  value: Partial<StoredSecrets>;
  issues: FieldIssue[];
}

function proxyValue(
  sent: SecretsPatch["proxy"],
  { proxy: before }: StoredSecrets,
  { sealer }: SecretsOptions,
): Value {
  if (sent === undefined) return { value: {}, issues: [] };
  const text = sent?.trim() ?? "";
  if (text === "") return { value: { proxy: null }, issues: [] };
  // The client sees the proxy with its password masked; the masked value coming back means the stored one.
  if (text === before?.shown) return { value: {}, issues: [] };
  if (isMasked(text)) return rejected("proxy", "proxy_password_hidden");
  // A proxy URL needs its scheme here: the default would depend on what is pulled.
  if (!text.includes("://") || readProxy(text) === null) return rejected("proxy", "bad_proxy");
  return { value: { proxy: { sealed: sealer.seal(text, "setting"), shown: maskedProxy(text) } }, issues: [] };
}

async function keyValue(sent: SecretsPatch["sshKey"], { sealer, keys }: SecretsOptions): Promise<Value> {
  if (sent === undefined) return { value: {}, issues: [] };
  if (sent === null) return { value: { sshKey: null }, issues: [] };
  const { privateKey, passphrase = null } = sent;
  try {
    const { text, type, fingerprint } = await openPrivateKey({ text: privateKey, passphrase, folder: keys });
    return { value: { sshKey: { sealed: sealer.seal(text, "setting"), type, fingerprint } }, issues: [] };
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    const { path, code } = keyIssue(error);
    return rejected(`sshKey.${path}`, code);
  }
}

function rejected(path: string, code: IssueCode): Value {
  return { value: {}, issues: [{ path, code }] };
}
