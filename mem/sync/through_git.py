"""The network through git: its credential helpers, ssh settings and proxies; never a prompt, always an end."""

from __future__ import annotations

from mem.store.child import GitTookTooLong, Outcome
from mem.store.repository import Repository
from mem.sync.transport import FIRST_WORD_SECONDS, Deadline, Heads, NotLetIn, Pushed, Unreachable, failure

_CONNECT_SECONDS = 10
_QUIET = (
    *("-c", "http.lowSpeedLimit=1000"),
    *("-c", f"http.lowSpeedTime={_CONNECT_SECONDS}"),
    *("-c", "core.askPass="),
    *("-c", "credential.interactive=false"),
)
_RACED = (
    "fetch first",
    "non-fast-forward",
    "stale info",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
)


class GitTransport:
    """One remote, reached by git commands in child processes."""

    name = "git"

    def __init__(self, repository: Repository, remote: str, deadline: Deadline) -> None:
        self._repository = repository
        self._remote = remote
        self._deadline = deadline

    def heads(self) -> Heads:
        outcome = self._first_word("ls-remote", "--symref", "--", self._remote, "HEAD", "refs/heads/*")
        branches: dict[str, str] = {}
        default = None
        for line in outcome.out.decode("utf-8", "surrogateescape").splitlines():
            value, _, name = line.partition("\t")
            if value.startswith("ref: ") and name == "HEAD":
                default = value.removeprefix("ref: ").removeprefix("refs/heads/")
            elif name.startswith("refs/heads/"):
                branches[name.removeprefix("refs/heads/")] = value
        return Heads(branches, default)

    def fetch(self, branch: str) -> str:
        tracking = f"refs/remotes/{self._remote}/{branch}"
        self._checked(
            *("-c", "fetch.fsckObjects=false", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head"),
            *("--no-auto-maintenance", "--no-recurse-submodules"),
            *("--", self._remote, f"+refs/heads/{branch}:{tracking}"),
        )
        return self._repository.binary.run("rev-parse", "--verify", tracking).decode("ascii").strip()

    def push(self, commit: str, branch: str, expected: str | None) -> Pushed:  # noqa: ARG002  # git compares for itself
        outcome = self._run("push", "--porcelain", "--", self._remote, f"{commit}:refs/heads/{branch}")
        if outcome.code == 0:
            return Pushed(taken=True)
        lines = outcome.out.decode("utf-8", "replace").splitlines()
        refused = next((line for line in lines if line.startswith("!")), None)
        if refused is None:
            raise failure(self._remote, outcome.said)
        reason = refused.rpartition("\t")[2]
        if any(sign in (reason + outcome.said).lower() for sign in _RACED) and "hook declined" not in reason:
            return Pushed(taken=False, raced=True, reason=reason)
        return Pushed(taken=False, reason=_with_remote_words(reason, outcome.said))

    def replace(self, name: str, commit: str, expected: str) -> Pushed:
        """Put another history in place of the one we know the remote to have; if it has another, nothing happens."""
        lease = f"--force-with-lease={name}:{expected}"
        outcome = self._run("push", "--porcelain", lease, "--", self._remote, f"{commit}:{name}")
        if outcome.code == 0:
            return Pushed(taken=True)
        refused = next((line for line in outcome.out.decode("utf-8", "replace").splitlines() if line[:1] == "!"), None)
        if refused is None:
            raise failure(self._remote, outcome.said)
        return Pushed(taken=False, reason=_with_remote_words(refused.rpartition("\t")[2], outcome.said))

    def refs(self) -> dict[str, str]:
        """Ask for all branches and tags of the remote."""
        lines = self._first_word("ls-remote", "--refs", "--", self._remote).out.decode().splitlines()
        return {name: commit for commit, _, name in (line.partition("\t") for line in lines)}

    def _first_word(self, *arguments: str) -> Outcome:
        seconds = self._deadline.left()
        try:
            return self._checked(*arguments, seconds=min(seconds, FIRST_WORD_SECONDS))
        except Unreachable:
            if seconds > FIRST_WORD_SECONDS and self._is_over_ssh() and self._deadline.left():
                raise NotLetIn(self._remote, "ssh said nothing, so it seems to wait for a password") from None
            raise

    def _is_over_ssh(self) -> bool:
        url = self._repository.config.get(f"remote.{self._remote}.url") or ""
        return url.startswith(("ssh://", "git+ssh://")) or ("://" not in url and ":" in url.partition("/")[0])

    def _checked(self, *arguments: str, seconds: float | None = None) -> Outcome:
        outcome = self._run(*arguments, seconds=seconds)
        if outcome.code != 0:
            raise failure(self._remote, outcome.said)
        return outcome

    def _run(self, *arguments: str, seconds: float | None = None) -> Outcome:
        seconds = seconds or self._deadline.left()
        extra = {"SSH_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never"}
        if command := self._ssh_command():
            extra["GIT_SSH_COMMAND"] = command
        try:
            return self._repository.binary.try_to(*_QUIET, *arguments, extra=extra, seconds=seconds)
        except GitTookTooLong as error:
            raise Unreachable(f"no answer within {seconds:.0f} seconds") from error

    def _ssh_command(self) -> str | None:
        """Give our ssh options on top of what the user set; a program of their own is called as it is."""
        environ = self._repository.binary.environ
        if "GIT_SSH" in environ and "GIT_SSH_COMMAND" not in environ:
            return None
        command = environ.get("GIT_SSH_COMMAND") or self._repository.config.get("core.sshcommand") or "ssh"
        if command.split()[0].rpartition("/")[2] != "ssh":
            return None
        return f"{command} -o BatchMode=yes -o ConnectTimeout={_CONNECT_SECONDS}"


def _with_remote_words(reason: str, said: str) -> str:
    """Add what the remote's hook said, for it says why."""
    words = [line.removeprefix("remote:").strip() for line in said.splitlines() if line.startswith("remote:")]
    return " ".join([reason, *(word for word in words if word)])[:400]
