// Of a repository that used to get copies of `deps`.
const { sendNotify } = require("../sendNotify");
const { name } = require("./deps_helper");
const { name: deep } = require("./lib/deep.js");
const { execFileSync } = require("child_process");
sendNotify("Repository", `${name} ${deep}`).then(() => {
  const child = "QLAPI.getEnvs().then(({ code }) => console.log('child', code))";
  console.log(
    execFileSync(process.execPath.includes("deno") ? "node" : process.execPath, ["-e", child], {
      encoding: "utf8",
    }).trim(),
  );
});
