// Wraps a command: reports its start and its end to a heartbeat. Whatever happens to these reports, the command runs as it
// would without them.
import { resolve } from "node:path";
import { heartbeatLimits } from "../contract/limits/heartbeats.ts";
import type { Language } from "../contract/settings.ts";
import { trimEnd } from "../contract/trim_end.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, UsageError } from "./command_result.ts";
import { PanelClient } from "./panel_client.ts";

/** How long a report may take, in ms. */
const REPORT_MS = 5_000;
/** Waits before an end is reported again, in ms: a panel may just be restarting. */
const RETRY_MS = [1_000, 3_000];
/** How long output is still read after the command has ended; something that it left behind may hold it open. */
const LAST_OUTPUT_MS = 1_000;
/** As shells report a command that cannot be found. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

const passedSignals: readonly Deno.Signal[] = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"];
/** A terminal sends these to the command itself. */
const terminalSignals: readonly Deno.Signal[] = ["SIGINT", "SIGQUIT"];

/** Sends one report; throws when the panel cannot be reached or does not know the heartbeat. */
type Report = (action: string, body: Uint8Array<ArrayBuffer>) => Promise<void>;

export async function watch(call: Call): Promise<number> {
  const text = messages[call.language];
  const heartbeat = call.text("heartbeat");
  const [program, ...args] = call.rest;
  if (heartbeat === undefined) throw new UsageError(text.noHeartbeat);
  if (program === undefined) throw new UsageError(text.noCommand);
  const report = reporterOf(heartbeat, call);
  const complainOnce = once((error: unknown) => complain(text.notReported(messageOf(error)), 0));
  const started = report("/start", new Uint8Array()).catch(complainOnce);
  const { code, output } = await runCommand(program, args, call.language);
  await started;
  await reportEnd(report, code, output).catch(complainOnce);
  return code;
}

async function reportEnd(report: Report, code: number, output: Uint8Array<ArrayBuffer>): Promise<void> {
  for (const waitMs of RETRY_MS) {
    try {
      return await report(`/${code}`, output);
    } catch (error) {
      if (error instanceof UnknownHeartbeatError) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  await report(`/${code}`, output);
}

class UnknownHeartbeatError extends Error {
  override readonly name = "UnknownHeartbeatError";
}

/** A key is one of the panel that `--url` names, or else of the panel on this machine. */
function reporterOf(heartbeat: string, call: Call): Report {
  const text = messages[call.language];
  const rid = crypto.randomUUID();
  const isAddress = /^https?:\/\//.test(heartbeat);
  if (isAddress ? !URL.canParse(heartbeat) : !/^[\w-]+$/.test(heartbeat)) {
    throw new UsageError(text.badHeartbeat);
  }
  const url = call.text("url");
  const address = isAddress ? heartbeat : url && `${trimEnd(url, "/")}/ping/${heartbeat}`;
  const send = address === undefined
    ? async (action: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) => {
      const client = await PanelClient.local(resolve(readDataDir(call.text("data-dir"))));
      if (client === null) throw new Error(text.noPanel);
      const request = { body, query: { rid }, signal, headers: { "content-type": "text/plain" } };
      return await client.request("POST", `/ping/${heartbeat}${action}`, request);
    }
    : (action: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
      fetch(`${trimEnd(address, "/")}${action}?rid=${rid}`, { method: "POST", body, signal });
  return async (action, body) => {
    const response = await send(action, body, AbortSignal.timeout(REPORT_MS));
    const result = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (result.trim() === "not found") throw new UnknownHeartbeatError(text.unknown);
  };
}

async function runCommand(
  program: string,
  args: readonly string[],
  language: Language,
): Promise<{ code: number; output: Uint8Array<ArrayBuffer> }> {
  const tail = new Tail();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args: [...args],
      stdin: "inherit",
      // A program behaves differently on a terminal, so it keeps it; what it prints there is not reported.
      stdout: Deno.stdout.isTerminal() ? "inherit" : "piped",
      stderr: Deno.stderr.isTerminal() ? "inherit" : "piped",
    }).spawn();
  } catch (error) {
    const reason = messages[language].notStarted(program, messageOf(error));
    const code = error instanceof Deno.errors.NotFound ? NOT_FOUND : NOT_EXECUTABLE;
    return { code: complain(reason, code), output: new TextEncoder().encode(`${reason}\n`) };
  }
  const stopPassing = passSignals(child);
  const pumps = [
    ...(Deno.stdout.isTerminal() ? [] : [pump(child.stdout, Deno.stdout, tail)]),
    ...(Deno.stderr.isTerminal() ? [] : [pump(child.stderr, Deno.stderr, tail)]),
  ];
  const { code } = await child.status;
  stopPassing();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, LAST_OUTPUT_MS));
  await Promise.race([Promise.all(pumps), patience]);
  clearTimeout(timer);
  return { code, output: tail.bytes() };
}

function passSignals(child: Deno.ChildProcess): () => void {
  const signals = Deno.stdin.isTerminal() ? passedSignals : [...passedSignals, ...terminalSignals];
  const listeners = signals.map((signal) => {
    const pass = () => {
      try {
        child.kill(signal);
      } catch {
        // It has just ended.
      }
    };
    Deno.addSignalListener(signal, pass);
    return () => Deno.removeSignalListener(signal, pass);
  });
  // The command decides what an interruption from the terminal means.
  const ignore = () => {};
  const ignored = signals.includes("SIGINT") ? [] : terminalSignals;
  for (const signal of ignored) Deno.addSignalListener(signal, ignore);
  return () => {
    for (const stop of listeners) stop();
    for (const signal of ignored) Deno.removeSignalListener(signal, ignore);
  };
}

async function pump(
  from: ReadableStream<Uint8Array>,
  to: { writeSync(bytes: Uint8Array): number },
  tail: Tail,
): Promise<void> {
  for await (const bytes of from) {
    tail.add(bytes);
    try {
      for (let written = 0; written < bytes.length;) written += to.writeSync(bytes.subarray(written));
    } catch {
      // Nobody reads the output any more; the command goes on.
    }
  }
}

/** The last bytes of the output, as many as a heartbeat keeps. */
class Tail {
  #bytes = new Uint8Array();

  add(bytes: Uint8Array): void {
    const all = new Uint8Array(this.#bytes.length + bytes.length);
    all.set(this.#bytes);
    all.set(bytes, this.#bytes.length);
    this.#bytes = all.slice(-heartbeatLimits.body);
  }

  /** Returns them without half a character or, of a longer output, half a line at the beginning. */
  bytes(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length < heartbeatLimits.body) return this.#bytes;
    const end = this.#bytes.indexOf(0x0a);
    return end < 0 ? this.#bytes : this.#bytes.subarray(end + 1);
  }
}

function once<T>(action: (value: T) => unknown): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) action(value);
    isDone = true;
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const messages = {
  en: {
    noHeartbeat: "--heartbeat is missing: the key or the address of a heartbeat",
    noCommand: "The command is missing; write it after --",
    badHeartbeat: "--heartbeat must be the key or the address of a heartbeat",
    noPanel: "no panel is running here; name its address, or use --url",
    unknown: "the panel does not know this heartbeat",
    notReported: (reason: string) => `sundial watch: not reported to the heartbeat: ${reason}`,
    notStarted: (program: string, reason: string) => `sundial watch: cannot run ${program}: ${reason}`,
  },
  zh: {
    noHeartbeat: "缺少 --heartbeat：心跳检测的密钥或地址",
    noCommand: "缺少命令，请写在 -- 之后",
    badHeartbeat: "--heartbeat 应为心跳检测的密钥或地址",
    noPanel: "此处没有正在运行的面板，请使用完整地址或 --url",
    unknown: "面板中没有此心跳检测",
    notReported: (reason: string) => `sundial watch：未能报告心跳：${reason}`,
    notStarted: (program: string, reason: string) => `sundial watch：无法运行 ${program}：${reason}`,
  },
};
