import assert from "node:assert/strict";
import { sshProgram } from "./ssh_program.ts";

const usual = {
  host: "git.example",
  port: null,
  address: "192.0.2.1",
  key: null,
  knownHosts: "/data/known_hosts",
  connect: null,
};

Deno.test("ssh program: the host key is that of the address, whatever the connection goes to", () => {
  const direct = sshProgram(usual);
  assert.match(direct, /'HostKeyAlias=git.example'/);
  assert.match(direct, /'HostName=192.0.2.1'/);
  assert.ok(!direct.includes("Port="));
  const moved = sshProgram({ ...usual, connectTo: { host: "ssh.git.example", port: 443 } });
  assert.match(moved, /'HostKeyAlias=git.example'/);
  assert.match(moved, /'Port=443'/);
  assert.match(moved, /'HostName=192.0.2.1'/);
  const through = sshProgram({
    ...usual,
    address: null,
    connect: "/job/connect",
    connectTo: { host: "ssh.git.example", port: 443 },
  });
  assert.match(through, /'HostName=ssh.git.example'/);
});
