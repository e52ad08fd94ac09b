"""A messy message taken apart: the sentences a person wrote, and the lines a machine did, those around an error first.

On the hot lane, though only for messages of more than one plain line, so nothing is imported here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FENCES = ("```", "~~~")
ASIDES = ("system-reminder", "local-command-stdout", "local-command-stderr", "environment_details")
CAVEAT = "Caveat: The messages below"
MAIL_HEADS = ("From: ", "Sent: ", "To: ", "Cc: ", "Date: ")
SUBJECT = "Subject: "
BOXES = " \t│╷╵┃|"

STARTS = ("diff --git", "@@ ", "$ ", ">>> ", "#include", "curl ", "goroutine ", "created by ", "|", ">")
FRAME_STARTS = ('File "', "at ")
LEVELS = ("ERROR", "WARN", "INFO", "DEBUG", "FATAL")
ERRORS = ("Error:", "Exception", "error:", "error[", "panic:", "FATAL", "FAILED", "ERROR", "ERR!", "Caused by")
LIBRARIES = ("site-packages", "node_modules", "/usr/", "dist-packages", "java.base", "<anonymous>", "importlib")
ERROR, OWN_FRAME, ANY, LIBRARY = range(4)

# Folders that are in every path, and hosts that are in every link.
_COMMON_PLACES = """
src lib libs app apps dist build bin out target pkg cmd internal main usr local var tmp home users packages
components site node_modules python3 github gitlab google stackoverflow bitbucket example localhost www docs
"""
COMMON_PLACES = frozenset(_COMMON_PLACES.split())
LONGEST_EXTENSION = 4


def parted(message: str) -> tuple[list[str], list[str]]:
    """Give sentences and machine lines, with long names cut to what tells one from another."""
    sentences: list[str] = []
    machine: list[str] = []
    for line, is_machine in _sorted_out(_unwrapped(message)):
        if is_machine:
            machine.append(line)
        else:
            sentences += _sentences(line)
    return [_shortened(text) for text in sentences], [_shortened(line) for line in _telling_first(machine)]


def _sorted_out(message: str) -> Iterator[tuple[str, bool]]:
    """Give each line with whether a machine wrote it."""
    is_fenced = is_diff = False
    for line in message.splitlines():
        bare = line.strip(BOXES) if line.lstrip()[:1] in "│╷╵┃" else line.strip()
        if bare.startswith(FENCES):
            is_fenced = not is_fenced
            continue
        is_diff = bool(bare) and (is_diff or bare.startswith(("diff --git", "@@ ")))
        if bare and not bare.startswith("Traceback "):
            yield bare, is_fenced or is_diff or _is_machine_made(line, bare)


def _is_machine_made(line: str, bare: str) -> bool:
    """Recognise a line of a trace, a log, a table, a quotation or code."""
    if bare.startswith((*STARTS, *FRAME_STARTS)) or bare[-1:] in ("{", ";"):
        return True
    if bare[0] == "{" or (bare[0] == "[" and bare[-1] in "],"):
        return True
    if bare[:4].isdigit() and bare[4:5] in "-/:" and any(level in bare for level in LEVELS):
        return True
    if _is_error(bare.partition(" ")[0]) or _has_place(bare):
        return True
    return line.startswith(("    ", "\t"))


def _is_error(text: str) -> bool:
    return any(mark in text for mark in ERRORS)


def _has_place(line: str) -> bool:
    """Recognise `ledger/post.go:118` where a line begins with it, or says little else."""
    pieces = line.split()
    return any(_without_place(piece) != piece and "/" in piece for piece in pieces[: 3 if len(pieces) <= 3 else 1])


def _telling_first(lines: list[str]) -> list[str]:
    """Order by what a line is, then by how near an error it stands, so that it matters not which end a trace begins."""
    errors = [at for at, line in enumerate(lines) if _is_error(line)]
    places = enumerate(lines)
    keyed = [(_kind(line), min((abs(at - error) for error in errors), default=at), at) for at, line in places]
    return [lines[at] for *_, at in sorted(keyed)]


def _kind(line: str) -> int:
    if _is_error(line):
        return ERROR
    if any(mark in line for mark in LIBRARIES):
        return LIBRARY
    return OWN_FRAME if line.startswith(FRAME_STARTS) or _has_place(line) else ANY


def _sentences(line: str) -> list[str]:
    """Split a line where a sentence ends; the mark stays with its sentence."""
    found = [""]
    for piece in line.split():
        found[-1] = f"{found[-1]} {piece}" if found[-1] else piece
        if piece[-1] in ".?!":
            found.append("")
    return [sentence for sentence in found if sentence]


def _shortened(text: str) -> str:
    return " ".join(filter(None, map(_short_name, text.split())))


def _short_name(piece: str) -> str:
    """Of a link, path or qualified name keep its end: where something lies says little about it."""
    ending = piece[-1] if piece[-1] in "?!" else ""
    bare = _without_place(piece.strip("\"'`(),;<>[]{}@?!."))
    if "://" in bare:
        return _of_link(bare) + ending
    if bare.count("-") == 4 and len(bare) == len("00000000-0000-0000-0000-000000000000"):
        return ""
    if "=" in bare and _is_long_number(bare.rpartition("=")[2]):
        return ""
    if bare[:4].isdigit() and bare[4:5] == "-" and bare[7:8] == "-":
        return ""  # a day or a time stamp
    if bare.count("/") + bare.count("\\") >= 2:
        return _of_path(bare.replace("\\", "/")) + ending
    if bare.count(".") >= 2 and bare.rpartition(".")[2][:1].isupper():
        return bare.rpartition(".")[2] + ending
    return piece if bare == piece.strip("\"'`(),;<>[]{}@?!.") else bare


def _of_link(link: str) -> str:
    """Keep whose site it is, unless all the world is there, and the last name on the way."""
    scheme, _, rest = link.partition("://")
    rest = rest.partition("?")[0].partition("#")[0].rstrip("/")
    host, _, path = rest.partition("/")
    site = "" if scheme.startswith("webpack") else (host.split(".")[-2:] or [""])[0]
    end = _of_path(f"//{path.rpartition('/')[2]}") if path else ""
    return f"{'' if site in COMMON_PLACES else site} {end}".strip()


def _of_path(path: str) -> str:
    """Keep the file's name without its usual ending, and the folder it lies in if that is a name."""
    path, _, test = path.rstrip("/").partition("::")
    folder, _, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if dot and extension.isalpha() and len(extension) <= LONGEST_EXTENSION:
        name = stem
    home = folder.rpartition("/")[2]
    kept = [part for part in (home, name) if part.lower() not in COMMON_PLACES]
    return " ".join([*kept, test]).strip()


def _without_place(piece: str) -> str:
    """Take line and column off `post.go:118`, `Timetable.tsx:57:31` and `exporter.rb:64:in`."""
    parts = piece.split(":")
    for at in range(1, len(parts)):
        head = ":".join(parts[:at])
        if parts[at].rstrip("),").isdigit() and "." in head:
            return head
    return piece


def _is_long_number(text: str) -> bool:
    return len(text) >= 8 and all(letter in "0123456789abcdef-" for letter in text)


def _unwrapped(message: str) -> str:
    """Take off what a harness or a mail program put around a message."""
    for name in ASIDES:
        message = _without_block(message, name)
    message = _without_images(_without_tags(message))
    lines = message.splitlines()
    is_mail = any(line.startswith(SUBJECT) for line in lines) and any(line.startswith("From: ") for line in lines)
    return "\n".join(_heads_off(lines, is_mail=is_mail))


def _heads_off(lines: Iterable[str], *, is_mail: bool) -> Iterator[str]:
    for line in lines:
        if line.startswith(CAVEAT) or (is_mail and line.startswith(MAIL_HEADS)):
            continue
        yield line.removeprefix(SUBJECT).removeprefix("Re: ") if is_mail else line


def _without_block(message: str, name: str) -> str:
    start = message.find(f"<{name}>")
    while start >= 0:
        end = message.find(f"</{name}>", start)
        rest = message[end + len(name) + 3 :] if end >= 0 else ""
        message = f"{message[:start]}\n{rest}"
        start = message.find(f"<{name}>")
    return message


def _without_tags(message: str) -> str:
    """Drop tags with dashed names, which harnesses use and hardly anybody else."""
    if "</" not in message:
        return message
    first, *chunks = message.split("<")
    kept = [first]
    for chunk in chunks:
        name, closed, rest = chunk.partition(">")
        bare = name.strip("/")
        is_tag = closed and "-" in bare and bare.replace("-", "").isalpha() and bare.islower()
        kept.append(f" {rest}" if is_tag else f"<{chunk}")
    return "".join(kept)


def _without_images(message: str) -> str:
    """Drop the marks `[Image #1]` that stand for pasted pictures."""
    first, *chunks = message.split("[Image #")
    return first + "".join(chunk.partition("]")[2] for chunk in chunks)
