// The usual CommonJS script: an optional notifier beside it, modules from the folders of the scripts.
const notify = require("./sendNotify");
const helper = require("deps_helper");
const shared = require("./shared");
!(async () => {
  await notify.sendNotify("CommonJS", `${helper.name} ${shared.name}`);
})().finally(() => console.log("done", require.main === module));
