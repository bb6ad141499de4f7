// Every method of QLAPI, as CommonJS.
const results = [];
async function step(name, ...args) {
  results.push([name, await QLAPI[name](...args)]);
  return results[results.length - 1][1].data;
}
(async () => {
  const [first, second] = await step("createEnv", {
    envs: [{ name: "TOUR_JS", value: "a", remarks: "one" }, { name: "TOUR_JS", value: "b" }],
  });
  await step("getEnvs", { searchValue: "TOUR_JS" });
  await step("updateEnv", { env: { id: first.id, name: "TOUR_JS", value: "c", remarks: "two" } });
  await step("getEnvById", { id: first.id });
  await step("moveEnv", { id: first.id, fromIndex: 0, toIndex: 1 });
  await step("disableEnvs", { ids: [first.id] });
  await step("enableEnvs", { ids: [first.id] });
  await step("updateEnvNames", { ids: [first.id, second.id], name: "TOUR_JS_2" });
  await step("deleteEnvs", { ids: [first.id, second.id] });
  const cron = await step("createCron", {
    command: "echo tour",
    schedule: "0 0 1 1 *",
    name: "Tour JS",
    labels: ["x"],
  });
  await step("updateCron", { id: cron.id, name: "Tour JS 2" });
  await step("getCrons", { searchValue: "Tour JS" });
  await step("getCronById", { id: cron.id });
  await step("disableCrons", { ids: [cron.id] });
  await step("enableCrons", { ids: [cron.id] });
  await step("runCrons", { ids: [cron.id] });
  await step("getCronDetail", { log_path: "nothing/there.log" });
  await step("deleteCrons", { ids: [cron.id] });
  await step("getCronById", { id: cron.id });
  await step("deleteEnvs", {});
  await step("getEnvById");
  await step("systemNotify", { title: "System", content: "to the panel" });
  await step("systemNotify", {
    title: "System",
    content: "to one",
    notificationInfo: { type: 0, gotifyUrl: process.env.GOTIFY_URL, gotifyToken: "direct", barkPush: "" },
  });
  await step("notify", "Title", "by QLAPI");
  QLAPI.close();
  console.log("RESULTS " + JSON.stringify(results));
})();
