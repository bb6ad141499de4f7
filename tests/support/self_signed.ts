/** Creates a self-signed certificate for this machine, or for a name. */
export async function selfSigned(name?: string): Promise<{ key: string; cert: string }> {
  const folder = await Deno.makeTempDir({ prefix: "sundial-certificate-" });
  try {
    const args = [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
    ];
    const { code } = await new Deno.Command("openssl", {
      args: [
        ...args,
        "-keyout",
        `${folder}/key`,
        "-out",
        `${folder}/cert`,
        "-subj",
        "/CN=127.0.0.1",
        "-addext",
        `subjectAltName=${name === undefined ? "IP:127.0.0.1" : `DNS:${name}`}`,
      ],
      ...{ stdout: "null", stderr: "null" },
    }).output();
    if (code !== 0) throw new Error("openssl created no certificate");
    const [key, cert] = await Promise.all([
      Deno.readTextFile(`${folder}/key`),
      Deno.readTextFile(`${folder}/cert`),
    ]);
    return { key, cert };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
