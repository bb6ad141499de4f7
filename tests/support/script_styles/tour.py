# Every method of QLAPI, in Python.
import json
import os

results = []


def step(name, *args):
    results.append([name, getattr(QLAPI, name)(*args)])
    return results[-1][1].get("data")


first, second = step("createEnv", {
    "envs": [{"name": "TOUR_PY", "value": "a", "remarks": "one"}, {"name": "TOUR_PY", "value": "b"}],
})
step("getEnvs", {"searchValue": "TOUR_PY"})
step("updateEnv", {"env": {"id": first["id"], "name": "TOUR_PY", "value": "c", "remarks": "two"}})
step("getEnvById", {"id": first["id"]})
step("moveEnv", {"id": first["id"], "fromIndex": 0, "toIndex": 1})
step("disableEnvs", {"ids": [first["id"]]})
step("enableEnvs", {"ids": [first["id"]]})
step("updateEnvNames", {"ids": [first["id"], second["id"]], "name": "TOUR_PY_2"})
step("deleteEnvs", {"ids": [first["id"], second["id"]]})
cron = step("createCron", {"command": "echo tour", "schedule": "0 0 1 1 *", "name": "Tour PY", "labels": ["x"]})
step("updateCron", {"id": cron["id"], "name": "Tour PY 2"})
step("getCrons", {"searchValue": "Tour PY"})
step("getCronById", {"id": cron["id"]})
step("disableCrons", {"ids": [cron["id"]]})
step("enableCrons", {"ids": [cron["id"]]})
step("runCrons", {"ids": [cron["id"]]})
step("getCronDetail", {"log_path": "nothing/there.log"})
step("deleteCrons", {"ids": [cron["id"]]})
step("getCronById", {"id": cron["id"]})
step("deleteEnvs", {})
step("getEnvById")
step("systemNotify", {"title": "System", "content": "to the panel"})
step("systemNotify", {
    "title": "System",
    "content": "to one",
    "notificationInfo": {"type": 0, "gotifyUrl": os.environ["GOTIFY_URL"], "gotifyToken": "direct", "barkPush": ""},
})
step("notify", "Title", "by QLAPI")
QLAPI.close()
print("RESULTS " + json.dumps(results))
