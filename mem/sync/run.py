"""`mem sync`, from the first question to the report."""

from __future__ import annotations

from collections.abc import Callable

from mem.facts.instant import Instant
from mem.store.repository import Repository
from mem.store.standing import remote_url
from mem.store.store import Store
from mem.sync.meeting import Meeting
from mem.sync.outcome import Outcome
from mem.sync.through_git import GitTransport
from mem.sync.transport import Deadline, NotLetIn, RemoteGone, Transport, Unreachable
from mem.sync.wishes import NoRemote, NotNow, Ways, Wish

Reach = Callable[[Repository, str, Deadline], Transport]
"""Opens the way to a remote of a repository."""


def open_transport(repository: Repository, remote: str, deadline: Deadline) -> Transport:
    """Choose the way to the remote: git where there is one, unless git config `mem.transport` says otherwise."""
    chosen = repository.config.get("mem.transport") or "auto"
    if chosen == "git" or (chosen != "dulwich" and repository.binary.is_there):
        return GitTransport(repository, remote, deadline)
    from mem.sync.through_dulwich import DulwichTransport

    return DulwichTransport(repository, remote, deadline)


def sync(store: Store, wish: Wish, ways: Ways, now: Instant, *, reach: Reach = open_transport) -> Outcome:
    """Bring this store and its remote to one state; what could not be done is told, never half done."""
    if reason := store.unfinished():
        raise NotNow(reason)
    outcome = Outcome(
        wish.remote,
        pull="skipped" if wish.pull else "skipped (--push-only)",
        push="skipped" if wish.push else "skipped (--pull-only)",
    )
    deadline = Deadline(wish.seconds)
    with store.repository() as repository:
        if remote_url(repository, wish.remote) is None:
            raise NoRemote(wish.remote)
        transport = reach(repository, wish.remote, deadline)
        outcome.transport = transport.name
        try:
            Meeting(store, repository, transport, wish, ways, now, outcome, deadline).run()
        except Unreachable as reason:
            outcome.offline = True
            _stop(outcome, wish, f"offline: {reason}")
            again = "with more time: mem sync --timeout 600" if deadline.is_over else "when the network is back"
            outcome.help = f"all is committed here; run mem sync again {again}"
        except (NotLetIn, RemoteGone) as error:
            outcome.failed = True
            _stop(outcome, wish, f"failed: {error.message}")
            outcome.help = error.help
        outcome.withheld = ways.withheld()
    return outcome


def _stop(outcome: Outcome, wish: Wish, reason: str) -> None:
    """Say which half could not be done."""
    if wish.pull and outcome.pull != "ok":
        outcome.pull, outcome.push = reason, "skipped"
    else:
        outcome.push = reason
