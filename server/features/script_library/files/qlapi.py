"""``QLAPI`` for scripts in Python: a client of the panel's HTTP API over the socket in the data folder, with the token of
the run. Every method returns ``{"code": …, "data": …, "message": …}`` and never raises; 200 means success."""

import hashlib
import hmac
import http.client
import json
import os
import re
import socket
import stat
import sys
import threading
import time
from urllib.parse import urlencode

DEADLINE = 30
#: The panel itself waits for services.
SEND_DEADLINE = 90
#: How long a restart of the panel may take.
RESTART = 10
_HERE = os.path.dirname(os.path.abspath(__file__))
_FOLDER = os.environ.get("SUNDIAL_ACCESS_DIR") or os.path.dirname(_HERE)
_FORBIDDEN = (
    'Access denied: the setting "What scripts may do in the panel" (scriptAccess) does not allow this, or the run has ended'
)


class _Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self._path = path

    def limit(self, seconds):
        self.timeout = seconds
        if self.sock is not None:
            self.sock.settimeout(seconds)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class _Qlapi:
    def __init__(self):
        self._lock = threading.Lock()
        self._connection = None
        self._owner = None
        self._token = None

    def notify(self, title, content, params=None):
        return send_variables(title, content, _variables_of(params))

    def systemNotify(self, message=None):
        message = message or {}
        info = dict(message.get("notificationInfo") or {})
        body = {"title": _text(message.get("title")), "content": _text(message.get("content"))}
        kind = info.pop("type", None)
        if kind in (None, ""):
            return self._call("POST", "/api/notifications/send", body)
        fields = {name: str(value) for name, value in info.items() if value not in (None, "")}
        body["channel"] = {"type": str(kind), "fields": fields}
        result = self._call("POST", "/api/notifications/send-as", body, SEND_DEADLINE)
        if result["code"] != 200:
            return result
        first = result["data"]["results"][0]
        return {"code": 200 if first["ok"] else 400, "message": first["message"]}

    def getEnvs(self, query=None):
        return self._open("GET", "/envs" + _search(query), item=_env_item)

    def createEnv(self, params=None):
        return self._open("POST", "/envs", (params or {}).get("envs") or [], _env_item)

    def updateEnv(self, params=None):
        env = (params or {}).get("env") or {}
        if not env.get("id"):
            return _rejected("id parameter is required")
        body = {name: env[name] for name in ("name", "value", "remarks") if env.get(name) is not None}
        return self._open("PUT", "/envs", dict(body, id=int(env["id"])), _env_item)

    def deleteEnvs(self, params=None):
        return self._with_ids("DELETE", "/envs", params)

    def enableEnvs(self, params=None):
        return self._with_ids("PUT", "/envs/enable", params)

    def disableEnvs(self, params=None):
        return self._with_ids("PUT", "/envs/disable", params)

    def moveEnv(self, params=None):
        params = params or {}
        if not params.get("id"):
            return _rejected("id parameter is required")
        body = {name: int(params[name]) for name in ("fromIndex", "toIndex") if params.get(name) is not None}
        return self._open("PUT", "/envs/%d/move" % int(params["id"]), body, _env_item)

    def updateEnvNames(self, params=None):
        ids = _ids(params)
        if not ids:
            return _rejected("ids parameter is required")
        return self._open("PUT", "/envs/name", {"ids": ids, "name": params.get("name")})

    def getEnvById(self, params=None):
        return self._by_id("/envs", params, _env_item)

    def getCronDetail(self, params=None):
        log_path = (params or {}).get("log_path")
        if not log_path:
            return _rejected("log_path is required")
        return self._open("GET", "/crons/detail?" + urlencode({"log_path": log_path}), item=_cron_item)

    def createCron(self, params=None):
        params = params or {}
        if not params.get("command") or not params.get("schedule"):
            return _rejected("command and schedule are required")
        return self._open("POST", "/crons", params, _cron_item)

    def updateCron(self, params=None):
        changes = dict(params or {})
        if not changes.get("id"):
            return _rejected("id parameter is required")
        body = {}
        # The API wants command and schedule whatever changes.
        if not changes.get("command") or not changes.get("schedule"):
            current = self.getCronById(changes)
            if current["code"] != 200:
                return current
            body = {name: current["data"][name] for name in _SETTABLE if name in current["data"]}
        body.update(changes, id=int(changes["id"]))
        return self._open("PUT", "/crons", body, _cron_item)

    def deleteCrons(self, params=None):
        return self._with_ids("DELETE", "/crons", params)

    def getCrons(self, query=None):
        return self._open("GET", "/crons" + _search(query), item=_cron_item)

    def getCronById(self, params=None):
        return self._by_id("/crons", params, _cron_item)

    def enableCrons(self, params=None):
        return self._with_ids("PUT", "/crons/enable", params)

    def disableCrons(self, params=None):
        return self._with_ids("PUT", "/crons/disable", params)

    def runCrons(self, params=None):
        return self._with_ids("PUT", "/crons/run", params)

    def close(self):
        """Closes the connection. A later call opens a new one."""
        with self._lock:
            self._drop()

    def _with_ids(self, method, address, params):
        ids = _ids(params)
        return self._open(method, address, ids) if ids else _rejected("ids parameter is required")

    def _by_id(self, address, params, item):
        found = (params or {}).get("id")
        if not found:
            return _rejected("id parameter is required")
        return self._open("GET", "%s/%d" % (address, int(found)), item=item)

    def _open(self, method, address, body=None, item=None):
        result = self._call(method, "/open" + address, body)
        data = result.get("data")
        if result["code"] != 200 or item is None or not data:
            return result
        rows = data["data"] if isinstance(data, dict) and isinstance(data.get("data"), list) else data
        result["data"] = [item(row) for row in rows] if isinstance(rows, list) else item(rows)
        return result

    def _call(self, method, address, body=None, deadline=None):
        payload = None if body is None else json.dumps(body).encode()
        deadline = deadline or DEADLINE
        try:
            with self._lock:
                status, content = self._patiently((method, address, payload), deadline)
        except socket.timeout:
            return {"code": 504, "message": "The panel is not reachable: no response within %d s" % deadline}
        except (OSError, http.client.HTTPException, ValueError) as error:
            return {"code": 503, "message": "The panel is not reachable: %s" % error}
        return _to_result(status, content)

    # Runs outlive a restart of the panel. A connection that was refused has had no effect.
    def _patiently(self, request, deadline):
        end = time.monotonic() + RESTART
        while True:
            try:
                return self._request(request, deadline)
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > end:
                    raise
            time.sleep(0.2)

    def _request(self, request, deadline):
        # A forked process must not use the connection of its parent.
        if self._owner != os.getpid():
            self._connection = None
            self._owner = os.getpid()
        is_reused = self._connection is not None
        try:
            return self._send(request, deadline)
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
            self._drop()
            # The panel closed an idle connection, so it has not seen the request.
            if not is_reused:
                raise
            return self._send(request, deadline)
        except Exception:
            self._drop()
            raise

    def _send(self, request, deadline):
        method, address, payload = request
        if self._connection is None:
            self._connection = _Connection(_socket_path())
        self._connection.limit(deadline)
        base = json.loads(_read("panel.json") or "{}").get("basePath") or ""
        headers = {"authorization": "Bearer " + self._credential()}
        if payload is not None:
            headers["content-type"] = "application/json"
        self._connection.request(method, base + address, payload, headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def _credential(self):
        if self._token is None:
            self._token = _create_token(os.environ.get("SUNDIAL_RUN_ID"))
        return self._token

    def _drop(self):
        if self._connection is not None and self._owner == os.getpid():
            self._connection.close()
        self._connection = None


QLAPI = _Qlapi()


def send_variables(title, content, given, ignore_environment=False):
    """Sends a message through every channel whose variables are set, in the environment or in ``given``. Prints one line for
    each channel."""
    with open(os.path.join(_HERE, "notify_variables.json"), encoding="utf-8") as file:
        names = json.load(file)
    environment = {} if ignore_environment else os.environ
    values = {name: given.get(name, environment.get(name)) for name in names}
    variables = {name: _variable(value) for name, value in values.items() if value not in (None, "")}
    body = {"title": _text(title), "content": _text(content), "variables": variables}
    result = QLAPI._call("POST", "/api/notifications/send-as", body, SEND_DEADLINE)
    if result["code"] != 200:
        print(result["message"], file=sys.stderr)
        return result
    results = result["data"]["results"]
    for line in results:
        print(line["message"])
    failed = [line["message"] for line in results if not line["ok"]]
    return {"code": 400, "message": "\n".join(failed)} if failed else {"code": 200}


def _variables_of(params):
    # ``params`` of the old panel is ``{"url": …}``; other entries are the variables themselves.
    variables = dict(params or {})
    url = variables.pop("url", None)
    if url:
        variables.setdefault("BARK_URL", url)
    return variables


def _variable(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


_ENV_FIELDS = ("id", "name", "value", "remarks", "status", "position")
_SETTABLE = ("command", "schedule", "name", "labels", "sub_id", "extra_schedules", "task_before", "task_after")
_CRON_FIELDS = ("id",) + _SETTABLE + ("status", "log_path", "pid", "last_running_time", "last_execution_time")
#: Scripts know these as text, because they may have 64 bits.
_LONG_FIELDS = ("position", "last_running_time", "last_execution_time")


def _env_item(row):
    return _pick(row, _ENV_FIELDS)


def _cron_item(row):
    return _pick(row, _CRON_FIELDS)


def _pick(row, names):
    return {
        name: str(row[name]) if name in _LONG_FIELDS else row[name] for name in names if row.get(name) is not None
    }


def _search(query):
    value = (query or {}).get("searchValue")
    return "?" + urlencode({"searchValue": value}) if value else ""


def _ids(params):
    return [int(one) for one in (params or {}).get("ids") or []]


def _rejected(message):
    return {"code": 400, "message": message}


def _text(value):
    return "" if value is None else str(value)


def _create_token(run_id):
    # Outside of a run, in a terminal, a script may do what its user may: who can read the key owns the panel's data.
    key = _read("run_key" if run_id else "operator_key")
    if key is None:
        raise ValueError("its key cannot be read" if run_id else "this is no run: SUNDIAL_RUN_ID is not set")
    if not run_id:
        return "operator." + key
    return "run.%s.%s" % (run_id, hmac.new(key.encode(), ("run:" + run_id).encode(), hashlib.sha256).hexdigest())


def _socket_path():
    path = _read("panel.sock.path") or os.environ.get("SUNDIAL_SOCKET") or os.path.join(_FOLDER, "panel.sock")
    place = os.path.dirname(path)
    if place != _FOLDER:
        # Another user could have made the folder, and would get the credential.
        found = os.lstat(place)
        is_private = stat.S_ISDIR(found.st_mode) and found.st_mode & 0o077 == 0
        if not is_private or found.st_uid != os.stat(_FOLDER).st_uid:
            raise PermissionError(place + " is not private to the user of the panel")
    return path


def _read(name):
    try:
        with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return None


def _to_result(status, content):
    body = _parse(content)
    if status in (401, 403) or body.get("code") in (401, 403):
        return {"code": 403, "message": _FORBIDDEN}
    if status == 200 and isinstance(body.get("code"), int):
        return body
    if 200 <= status < 300:
        return {"code": 200, "data": body}
    message = _message_of(body) or "The panel returned status %d" % status
    return {"code": 404 if re.search(r" not found$", message) else status, "message": message}


def _message_of(body):
    # Of a validation error, of problem details (RFC 9457), or of anything else.
    for part in (body.get("validation") or {}).values():
        if part.get("message"):
            return part["message"]
    reasons = [issue["message"] for issue in body.get("issues") or [] if issue.get("message")]
    return "; ".join(reasons) or body.get("message") or body.get("detail") or body.get("title")


def _parse(content):
    try:
        body = json.loads(content)
        return body if isinstance(body, dict) else {}
    except ValueError:
        return {}
