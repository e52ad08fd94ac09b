"""Who commits, as git knows it: the same answer with the git command and without it."""

from __future__ import annotations

import pytest

from mem.store.store import Edit, Store

from helpers.ground import NOW, Ground, path_of

WITH_AND_WITHOUT = pytest.mark.parametrize("has_git", [True, False], ids=["with git", "without git"])


def author_of(ground: Ground, store: Store) -> str:
    with store.writer(NOW) as writer:
        writer.commit([Edit(path_of("a"), b"a\n")], "mem(fact): a")
    return ground.git("log", "-1", "--format=%an <%ae>").strip()


def store_of(ground: Ground, has_git: bool) -> Store:
    return ground.store if has_git else ground.without_git()


@WITH_AND_WITHOUT
def test_without_a_name_the_author_is_mem_and_tells_nothing_of_the_machine(ground: Ground, has_git: bool) -> None:
    (ground.home / ".gitconfig").unlink()
    assert author_of(ground, store_of(ground, has_git)) == "mem <mem@localhost>"


@WITH_AND_WITHOUT
@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("[user]\nname = Only Name\n", "Only Name <mem@localhost>"),
        ("[user]\nemail = only@mail.invalid\n", "mem <only@mail.invalid>"),
        ("[user]\nname = A <b>\nemail = <c@d.invalid>\n", "A b <c@d.invalid>"),
        ("[user]\nname = U\nemail = u@x.invalid\n[author]\nname = Author\n", "Author <u@x.invalid>"),
        ("[user]\nname = One\nname = Two\nemail = t@x.invalid\n", "Two <t@x.invalid>"),
        ('[user]\nname = "Zoë Ünal"\nemail = z@x.invalid\n', "Zoë Ünal <z@x.invalid>"),
        ("[include]\npath = more\n", "Included <i@x.invalid>"),
        ('[includeIf "gitdir:**/store/"]\npath = more\n', "Included <i@x.invalid>"),
        ('[includeIf "gitdir:~/elsewhere/"]\npath = more\n', "mem <mem@localhost>"),
        ('[includeIf "onbranch:main"]\npath = more\n', "Included <i@x.invalid>"),
        ('[includeIf "onbranch:work/"]\npath = more\n', "mem <mem@localhost>"),
    ],
)
def test_a_name_comes_from_gits_own_settings(ground: Ground, has_git: bool, settings: str, expected: str) -> None:
    (ground.home / ".gitconfig").write_text(settings)
    (ground.home / "more").write_text("[user]\nname = Included\nemail = i@x.invalid\n")
    assert author_of(ground, store_of(ground, has_git)) == expected


@WITH_AND_WITHOUT
def test_the_stores_own_settings_come_last_and_those_of_the_home_after_the_xdg_ones(
    ground: Ground, has_git: bool
) -> None:
    (ground.home / ".config" / "git").mkdir(parents=True)
    (ground.home / ".config" / "git" / "config").write_text("[user]\nname = Xdg\nemail = xdg@x.invalid\n")
    (ground.home / ".gitconfig").write_text("[user]\nname = Home\n")
    ground.git("config", "author.name", "Store")
    assert store_of(ground, has_git).identity() == "Store <xdg@x.invalid>"
    ground.git("config", "--unset", "author.name")
    assert store_of(ground, has_git).identity() == "Home <xdg@x.invalid>"


@WITH_AND_WITHOUT
def test_settings_nobody_can_read_are_an_error_with_a_place(ground: Ground, has_git: bool) -> None:
    from mem.store.gitconfig import BadGitConfig

    (ground.home / ".gitconfig").write_text("[user\nname = x\n")
    with pytest.raises(BadGitConfig):
        store_of(ground, has_git).identity()
