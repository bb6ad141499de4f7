// Which file system a path is in. The servers of some can stop to respond, and with them whatever looks at a file there.
import { readFileSync } from "node:fs";

const MOUNTS = "/proc/self/mountinfo";
const NETWORK = /^(nfs|nfs4|cifs|smb3|smbfs|9p|ceph|afs|glusterfs|lustre|beegfs|davfs|fuse\..*|autofs)$/;

export interface Mount {
  point: string;
  /** Whether it is mounted from elsewhere. */
  isNetwork: boolean;
}

/** Returns a function that returns the mount that a path is in; null where the kernel lists none. */
export function mountOf(read = readMounts): (path: string) => Mount | null {
  const mounts = mountsIn(read()).sort((a, b) => b.point.length - a.point.length);
  return (path) => {
    const found = mounts.find(({ point }) =>
      path === point || path.startsWith(point === "/" ? "/" : `${point}/`)
    );
    return found ? { point: found.point, isNetwork: NETWORK.test(found.type) } : null;
  };
}

// Of mounts at one point, the last is the one that is seen.
function mountsIn(text: string): { point: string; type: string }[] {
  const mounts = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const point = before.split(" ")[4];
    if (point?.startsWith("/")) mounts.set(unescape(point), after.split(" ")[0] ?? "");
  }
  return [...mounts].map(([point, type]) => ({ point, type }));
}

function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)));
}

function readMounts(): string {
  try {
    return readFileSync(MOUNTS, "utf8");
  } catch {
    return "";
  }
}
