// Notifies systemd, which has started the panel, of its state: sd_notify(3). By the C library, because the runtime has sockets of this
// kind only behind a flag, and not the abstract ones; a program that does it would not be the process that systemd expects.
import type { Clock, Timer } from "../clock.ts";

const functions = {
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  sendto: { parameters: ["i32", "buffer", "usize", "i32", "buffer", "u32"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

// Values that the C libraries of Linux have in common (sys/socket.h, sys/un.h).
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_DONTWAIT = 0x40;
const MSG_NOSIGNAL = 0x4000;
const MAX_PATH_BYTES = 107;

/** Keep-alives within the time after which systemd ends a panel that sends none. */
const KEEP_ALIVES = 3;

/** What systemd has set in the environment of the service. */
export interface ServiceEnvironment {
  NOTIFY_SOCKET?: string | undefined;
  WATCHDOG_USEC?: string | undefined;
  WATCHDOG_PID?: string | undefined;
}

export interface ServiceNotifierOptions {
  environment: ServiceEnvironment;
  pid: number;
  clock: Clock;
  /** Called once, when it cannot be notified. */
  onError(error: unknown): void;
}

/** Notifies the service manager of this process. Without one, nothing happens. */
export class ServiceNotifier {
  readonly #address: string | null;
  /** In µs; null without a watchdog. */
  readonly #watchdog: number | null;
  #timer: Timer | null = null;
  #hasFailed = false;

  constructor(private readonly options: ServiceNotifierOptions) {
    const { NOTIFY_SOCKET = "" } = options.environment;
    this.#address = /^[/@]./.test(NOTIFY_SOCKET) ? NOTIFY_SOCKET : null;
    this.#watchdog = this.#address === null ? null : watchdogOf(options);
  }

  /** The panel serves. From now on, keep-alives are sent while its event loop runs. */
  ready(): void {
    // A panel that has restarted itself had turned the watchdog off.
    const watchdog = this.#watchdog === null ? [] : [`WATCHDOG_USEC=${this.#watchdog}`];
    this.#send("READY=1", ...watchdog);
    this.#keepAlive();
  }

  /** The panel ends. */
  stopping(): void {
    this.#timer?.cancel();
    this.#send("STOPPING=1");
  }

  /** The program is replaced by another in the same process, whose start may take as long as a migration does. */
  restarting(): void {
    this.#timer?.cancel();
    if (this.#watchdog !== null) this.#send("WATCHDOG_USEC=0");
  }

  #keepAlive(): void {
    if (this.#watchdog === null) return;
    this.#send("WATCHDOG=1");
    const delayMs = this.#watchdog / 1000 / KEEP_ALIVES;
    this.#timer = this.options.clock.after(delayMs, () => this.#keepAlive());
  }

  #send(...lines: string[]): void {
    if (this.#address === null || this.#hasFailed) return;
    try {
      sendDatagram(this.#address, lines.join("\n"));
    } catch (error) {
      this.#hasFailed = true;
      this.options.onError(error);
    }
  }
}

function watchdogOf({ environment, pid }: ServiceNotifierOptions): number | null {
  const { WATCHDOG_USEC = "", WATCHDOG_PID = String(pid) } = environment;
  // That of a program that has started this one.
  if (WATCHDOG_PID !== String(pid) || !/^[1-9]\d{0,14}$/.test(WATCHDOG_USEC)) return null;
  return Number(WATCHDOG_USEC);
}

function sendDatagram(address: string, text: string): void {
  const path = new TextEncoder().encode(address);
  if (path.length > MAX_PATH_BYTES) throw new Error(`the socket path ${address} is too long`);
  // An abstract socket has a name that begins with NUL and ends with the address; a path ends with NUL.
  if (address.startsWith("@")) path[0] = 0;
  const socketAddress = new Uint8Array(2 + path.length + (path[0] === 0 ? 0 : 1));
  new Uint16Array(socketAddress.buffer, 0, 1)[0] = AF_UNIX;
  socketAddress.set(path, 2);
  const message = new TextEncoder().encode(text);
  const library = Deno.dlopen("libc.so.6", functions);
  const { socket, sendto, close } = library.symbols;
  const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  try {
    const flags = MSG_DONTWAIT | MSG_NOSIGNAL;
    const length = BigInt(message.length);
    const sent = sendto(descriptor, message, length, flags, socketAddress, socketAddress.length);
    if (descriptor < 0 || Number(sent) !== message.length) {
      throw new Error(`cannot send to the service manager at ${address}`);
    }
  } finally {
    close(descriptor);
    library.close();
  }
}
