// Takes the first argument and runs that command. Commands are loaded only when named, so that a script or a question of
// the shell does not pay for the panel.
const [command = "serve", ...rest] = Deno.args;

if (command === "__run") {
  const { runScript } = await import("./server/cli/run_script.ts");
  const code = await runScript(rest);
  if (code !== undefined) Deno.exit(code);
} else {
  const { runCommand } = await import("./server/cli/run_command.ts");
  // Flags without a command are meant for the panel.
  const code = command.startsWith("--") && !["--help", "--version"].includes(command)
    ? await runCommand("serve", Deno.args)
    : await runCommand(command, rest);
  Deno.exit(code);
}
