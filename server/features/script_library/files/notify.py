"""``send`` for scripts that have no module of this name. The panel itself sends the message, through every channel
whose variables are set."""

from sundial_start import load_client

#: Overrides variables of the environment, for scripts that set channels themselves.
push_config = {}


def send(title, content, ignore_default_config=False, **kwargs):
    """Sends a message. Keyword arguments override variables, such as ``BARK_PUSH``; with
    ``ignore_default_config`` they are the only ones."""
    given = dict(kwargs) if ignore_default_config else dict(push_config, **kwargs)
    load_client().send_variables(title, content, given, ignore_environment=ignore_default_config)
