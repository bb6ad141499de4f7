# As another panel put it beside every script, with a package that only that panel has.
import json

import requests_of_another_panel


def send(title, content):
    requests_of_another_panel.post(json.dumps([title, content]))
