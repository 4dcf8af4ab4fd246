"""The port on which a server listens, taken before anything else is loaded.

Whoever tries again meanwhile waits in its queue, and takes no processor from the start by trying again and again.
"""

import errno
import socket

from app.kit.errors import SetupFault
from app.settings import Settings


def take_port(host: str, port: int) -> socket.socket:
    """A listening socket. Raises SetupFault where the address is in use, not ours, or not allowed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except (OSError, OverflowError) as fault:
        taken.close()
        raise SetupFault(_refused(host, port, fault)) from fault
    taken.listen(2048)
    taken.set_inheritable(True)
    return taken


def _refused(host: str, port: int, fault: OSError | OverflowError) -> str:
    match fault:
        case OSError(errno=errno.EADDRINUSE):
            return f"Port {port} is in use. Stop what runs there, or take another port: keyed serve --port {port + 1}"
        case OSError(errno=errno.EACCES):
            return f"Port {port} is reserved for root. Take one above 1023: keyed serve --port 8000"
        case _:
            return f"The address {host}, port {port}, cannot be served on. 127.0.0.1 and 8000 are the usual ones."


def address_of(taken: socket.socket, settings: Settings) -> str:
    """The address to open in a browser."""
    port = taken.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    if settings.host in {"0.0.0.0", "::"}:  # noqa: S104 - only how it is printed
        host = "127.0.0.1"
    return f"http://{host}:{port}"
