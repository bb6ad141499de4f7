// Takes the first argument and runs that command. Commands are loaded only when named, so that a script or a question of
// the shell does not pay for the panel.
const [command = "serve", ...rest] = Deno.args;

if (command === "__run") {
  const { runScript } = await import("./server/cli/run_script.ts");
  const code = await runScript(rest);
  if (code !== undefined) Deno.exit(code);
} else if (command === "__mask") {
  const { maskOutput } = await import("./server/cli/mask_output.ts");
  maskOutput(rest);
} else if (command === "__task") {
  const { taskCommand } = await import("./server/cli/task_program.ts");
  Deno.exit(await taskCommand(rest));
} else if (command === "__ql") {
  const { qlCommand } = await import("./server/cli/ql_program.ts");
  Deno.exit(await qlCommand(rest));
} else if (command === "__accounts") {
  const { runAccounts } = await import("./server/cli/run_accounts.ts");
  Deno.exit(await runAccounts(rest));
} else if (command === "__pull" || command === "__connect") {
  const { connectPull, runPull } = await import("./server/cli/run_pull.ts");
  Deno.exit(await (command === "__pull" ? runPull(rest) : connectPull(rest)));
} else {
  const { runCommand } = await import("./server/cli/run_command.ts");
  // Flags without a command are meant for the panel.
  const code = command.startsWith("--") && !["--help", "--version"].includes(command)
    ? await runCommand("serve", Deno.args)
    : await runCommand(command, rest);
  Deno.exit(code);
}
