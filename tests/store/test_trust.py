"""A store of another user's is refused, unless git was told to trust it."""

from __future__ import annotations

import os

import pytest

from mem.store.store import Store
from mem.store.trust import ForeignOwner

from helpers.ground import NOW, Ground

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def foreign(ground: Ground) -> Ground:
    ground.add("a")
    for path in [ground.root, *ground.root.rglob("*")]:
        os.chown(path, 4321, 4321)
    return ground


def trust(ground: Ground, *values: str) -> None:
    for value in values:
        ground.git("config", "--global", "--add", "safe.directory", value, cwd=ground.home)


def test_another_users_store_is_refused_with_the_way_to_trust_it(foreign: Ground) -> None:
    with pytest.raises(ForeignOwner) as refused:
        _ = foreign.store
    assert f"safe.directory '{foreign.root}'" in (refused.value.help or "")
    with pytest.raises(ForeignOwner):
        foreign.create()


def test_a_git_folder_of_another_users_is_enough_to_refuse(ground: Ground) -> None:
    os.chown(ground.root / ".git", 4321, 4321)
    with pytest.raises(ForeignOwner):
        _ = ground.store


@pytest.mark.parametrize("value", ["{root}", "{root}/", "*", "{parent}/*"])
def test_a_store_the_user_named_is_trusted(foreign: Ground, value: str) -> None:
    trust(foreign, value.format(root=foreign.root, parent=foreign.root.parent))
    assert isinstance(foreign.store, Store)


@pytest.mark.parametrize("values", [["/somewhere/else"], ["*", ""], ["{root}x"], ["{root}/objects"]])
def test_another_name_or_one_taken_back_is_not_enough(foreign: Ground, values: list[str]) -> None:
    trust(foreign, *(value.format(root=foreign.root) for value in values))
    with pytest.raises(ForeignOwner):
        _ = foreign.store


def test_the_store_cannot_name_itself(foreign: Ground) -> None:
    with (foreign.root / ".git" / "config").open("a") as config:
        config.write("[safe]\n\tdirectory = *\n")
    with pytest.raises(ForeignOwner):
        _ = foreign.store


def test_root_may_work_in_the_store_of_the_user_who_became_root(foreign: Ground) -> None:
    with foreign.opened(SUDO_UID="4321").writer(NOW):
        pass
