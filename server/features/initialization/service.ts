import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import {
  type FirstAccount,
  firstAccount,
  type InitializationBody,
  type InitializationState,
} from "../../contract/auth.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { type Language, type Settings, type SettingsPatch, settingsPatch } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { isSetupCode, type SetupCode } from "./setup_code.ts";

/** What the setup needs from other features; `services.ts` provides it. */
export interface InitializationOptions extends Pick<Base, "db" | "clock" | "logger"> {
  setupCode: Pick<SetupCode, "text" | "isRequiredFor">;
  accounts: {
    any(db: Database | Tx): Promise<boolean>;
    add(db: Tx, account: { username: string; passwordHash: string; now: number }): Promise<number>;
  };
  passwordIssues(password: string, path: string): FieldIssue[];
  hashPassword(password: string): Promise<string>;
  settings(): Pick<Settings, "language">;
  updateSettings(patch: Parsed<SettingsPatch>): Promise<Settings>;
  /**
   * Admits one attempt at the code from `ip`; returns a function to call if it was correct. Throws
   * `too_many_requests`.
   */
  admitCode(ip: string): Promise<() => Promise<void>>;
}

export interface SetupClient {
  ip: string;
  headers: Headers;
  /** The panel's language if the body names none. */
  language: Language;
}

/** Sets up the panel, exactly once. */
export class Initialization {
  constructor(private readonly options: InitializationOptions) {}

  /** Returns whether an account exists, and whether a request with these headers needs the code to create one. */
  async state(headers = new Headers()): Promise<InitializationState> {
    const initialized = await this.options.accounts.any(this.options.db);
    return { initialized, codeRequired: !initialized && this.options.setupCode.isRequiredFor(headers) };
  }

  /**
   * Creates the first account after checking the code; returns its id. Throws `already_initialized`,
   * `initialization_code_wrong`, `too_many_requests` or `validation_failed`.
   */
  async setUp(body: Parsed<InitializationBody>, client: SetupClient): Promise<number> {
    await this.#refuseIfDone(this.options.db);
    await this.#checkCode(body.code ?? "", client);
    const isPresent = client.language === this.options.settings().language;
    const { code: _, ...account } = body;
    return await this.createFirstAccount(
      parse(firstAccount, { ...(!isPresent && { language: client.language }), ...account }),
    );
  }

  /** Creates the first account and returns its id. Throws `already_initialized` or `validation_failed`. */
  async createFirstAccount(body: Parsed<FirstAccount>): Promise<number> {
    const { db, clock, accounts, hashPassword, passwordIssues, updateSettings, logger } = this.options;
    refuseIf([...passwordIssues(body.password, "password"), ...zoneIssues(body.timeZone)]);
    await this.#refuseIfDone(db);
    const passwordHash = await hashPassword(body.password);
    // Checked again in the transaction, so that exactly one of two concurrent requests succeeds.
    const id = await db.transaction().execute(async (tx) => {
      await this.#refuseIfDone(tx);
      return await accounts.add(tx, { username: body.username, passwordHash, now: clock.now() });
    });
    const { language, followSystemLanguage, timeZone } = body;
    await updateSettings(parse(settingsPatch, {
      ...(language && { language }),
      ...(followSystemLanguage !== undefined && { followSystemLanguage }),
      ...(timeZone && { timeZone }),
    }));
    logger.info("the panel is set up");
    return id;
  }

  async #refuseIfDone(db: Database | Tx): Promise<void> {
    if (await this.options.accounts.any(db)) throw new AppError("already_initialized");
  }

  async #checkCode(typed: string, { ip, headers }: SetupClient): Promise<void> {
    const { setupCode, admitCode } = this.options;
    if (!setupCode.isRequiredFor(headers)) return;
    const succeed = await admitCode(ip);
    if (!isSetupCode(typed, setupCode.text)) throw new AppError("initialization_code_wrong");
    await succeed();
  }
}

function zoneIssues(timeZone: string | undefined): FieldIssue[] {
  const isFine = timeZone === undefined || isTimeZone(timeZone);
  return isFine ? [] : [{ path: "timeZone", code: "unknown_time_zone" }];
}
