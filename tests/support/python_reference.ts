// Programs in Python that compute what the panel computes.
import { findInstaller } from "../runner/provide_chromium.ts";
import { runProgram } from "./run_program.ts";
import { isLong } from "./suite_length.ts";

/** Returns whether a module of Python is there; in the long form, its Debian package is installed first where that is possible. */
export async function hasPython(module: string, debianPackage: string): Promise<boolean> {
  const isThere = () => runPython(`import ${module}`).then(() => true, () => false);
  if (await isThere()) return true;
  if (!isLong) return false;
  const installer = await findInstaller();
  if (installer !== null) await runProgram([...installer, "install", "--yes", debianPackage]);
  return await isThere();
}

/** Runs a program with its input, and returns its output. Throws if it fails. */
export async function runPython(program: string, input = ""): Promise<string> {
  const { code, out, err } = await runProgram(["python3", "-c", program], { input });
  if (code !== 0) throw new Error(err);
  return out;
}
