import subprocess
import sys
import threading

import deps_helper
import notify

codes = []
threads = [threading.Thread(target=lambda: codes.append(QLAPI.getEnvs()["code"])) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
notify.send("Repository Python", "%s %s" % (deps_helper.NAME, codes))
child = "import notify; print('child', QLAPI.getEnvs()['code'], notify.__name__)"
print(subprocess.check_output([sys.executable, "-c", child], text=True).strip())
