import { join } from "node:path";
import { runProgram } from "./run_program.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** Creates a self-signed certificate for this machine, or for a name. */
export async function selfSigned(name?: string): Promise<{ key: string; cert: string }> {
  await using folder = await temporaryFolder();
  const [key, cert] = [join(folder.path, "key"), join(folder.path, "cert")];
  const { code, err } = await runProgram([
    ...["openssl", "req", "-x509", "-nodes", "-days", "2", "-keyout", key, "-out", cert],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=127.0.0.1"],
    ...["-addext", `subjectAltName=${name === undefined ? "IP:127.0.0.1" : `DNS:${name}`}`],
  ]);
  if (code !== 0) throw new Error(`openssl created no certificate: ${err}`);
  return { key: await Deno.readTextFile(key), cert: await Deno.readTextFile(cert) };
}
