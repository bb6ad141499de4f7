"""``send`` for scripts that have no module of this name. The panel itself sends the message, through every channel
whose variables are set."""

import json
import os

from sundial_start import load_client

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "notify_variables.json"), encoding="utf-8") as _file:
    _given = {name: os.environ.get(name, "") for name in json.load(_file)}

#: All variables with their values, for scripts that read or set channels themselves.
push_config = dict(_given)


def send(title, content, ignore_default_config=False, **kwargs):
    """Sends a message. Keyword arguments override variables, such as ``BARK_PUSH``; with
    ``ignore_default_config`` they are the only ones."""
    # What the script left as it was may have changed in the environment.
    changed = {name: value for name, value in push_config.items() if value != _given.get(name)}
    given = dict(kwargs) if ignore_default_config else dict(changed, **kwargs)
    load_client().send_variables(title, content, given, ignore_environment=ignore_default_config)
