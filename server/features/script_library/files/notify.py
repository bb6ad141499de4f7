# -*- coding: utf-8 -*-
"""``notify`` for scripts of other panels. The panel itself sends the message, through every channel whose variables are set, or
with ``bark``, ``pushplus_bot`` and the like through one."""

import json
import os
import sys

_library = os.path.dirname(os.path.abspath(__file__))
if "sundial_start" not in sys.modules:
    # Python was started by a program that does not load the library.
    sys.path.append(os.path.join(_library, "site"))
from sundial_start import load_client


def _read(name):
    with open(os.path.join(_library, name), encoding="utf-8") as file:
        return json.load(file)


_given = {name: os.environ.get(name, "") for name in _read("notify_variables.json")}

#: All variables with their values, for scripts that read or set channels themselves.
push_config = dict(_given)


def send(title, content, ignore_default_config=False, **kwargs):
    """Sends a message. Keyword arguments override variables, such as ``BARK_PUSH``; with
    ``ignore_default_config`` they are the only ones."""
    # What the script left as it was may have changed in the environment.
    changed = {name: value for name, value in push_config.items() if value != _given.get(name)}
    given = dict(kwargs) if ignore_default_config else dict(changed, **kwargs)
    load_client().send_variables(title, content, given, ignore_environment=ignore_default_config)


def console(title, content, **kwargs):
    """Prints a message."""
    print("%s\n\n%s" % (title, content))


def one():
    """Returns a random sentence."""
    from urllib.request import urlopen

    with urlopen("https://v1.hitokoto.cn/", timeout=10) as response:
        sentence = json.load(response)
    return "%s    ----%s" % (sentence["hitokoto"], sentence["from"])


def _function(name, variables):
    def send_to_one(title, content, **kwargs):
        given = {one: kwargs.get(one, push_config.get(one)) for one in variables}
        if not given[variables[0]]:
            print("%s: %s is not set, nothing was sent / 未设置 %s，未发送" % (name, variables[0], variables[0]))
            return
        load_client().send_variables(title, content, given, ignore_environment=True)

    send_to_one.__name__ = name
    send_to_one.__doc__ = "Sends a message through this channel alone."
    return send_to_one


for _name, _variables in _read("notify_functions.json").items():
    globals()[_name] = _function(_name, _variables)
