import deps_helper
import shared
from notify import send

send("Python", "%s %s" % (deps_helper.NAME, shared.NAME))
