// Demo data for development: an account and a few tasks of each kind, created through the panel's own API.

const demoAccount = { username: "demo", password: "sundial demo account" };
const READY_TRIES = 100;
const RETRY_MS = 200;

/** Environment that gives a fresh data folder the demo account. */
export const demoEnvironment: Record<string, string> = {
  SUNDIAL_ADMIN_USERNAME: demoAccount.username,
  SUNDIAL_ADMIN_PASSWORD: demoAccount.password,
};

const demoTasks = [
  { name: "Heartbeat", command: "date; echo alive", schedules: ["*/10 * * * * *"], labels: ["demo"] },
  {
    name: "Nightly backup",
    command: "echo packing…; sleep 5; echo done",
    schedules: ["30 2 * * *"],
    labels: ["backup"],
  },
  {
    name: "Colours",
    command: "printf '\\033[32mfine\\033[0m \\033[31mbroken\\033[0m\\n'",
    schedules: ["*/5 * * * *"],
  },
  { name: "Always fails", command: "echo 'cannot reach the host' >&2; exit 3", schedules: ["* * * * *"] },
  {
    name: "Slow one",
    command: "for i in $(seq 1 120); do echo step $i; sleep 1; done",
    schedules: ["*/3 * * * *"],
  },
  { name: "By hand", command: "env | sort", schedules: "manual" },
  { name: "Switched off", command: "true", schedules: ["0 9 * * MON-FRI"], enabled: false },
];

/** Waits for the panel, then adds the demo tasks unless it has tasks. Returns the name and password to log in with. */
export async function addDemo(address: string): Promise<string> {
  const cookie = await logIn(address);
  const headers = { cookie, "content-type": "application/json" };
  const { total } = await (await fetch(`${address}/api/tasks?pageSize=1`, { headers })).json();
  for (const task of total === 0 ? demoTasks : []) {
    const response = await fetch(`${address}/api/tasks`, {
      method: "POST",
      headers,
      body: JSON.stringify(task),
    });
    if (!response.ok) throw new Error(`demo task ${task.name}: ${await response.text()}`);
    await response.body?.cancel();
  }
  return `${demoAccount.username} / ${demoAccount.password}`;
}

async function logIn(address: string): Promise<string> {
  const request = { method: "POST", headers: { "content-type": "application/json" } };
  for (let tried = 0; tried < READY_TRIES; tried++) {
    const body = JSON.stringify(demoAccount);
    const response = await fetch(`${address}/api/auth/login`, { ...request, body }).catch(() => null);
    if (response?.ok) {
      await response.body?.cancel();
      return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    }
    await response?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error("the panel could not be entered with the demo account; is this its data folder?");
}
