"""What the launcher of `mem install` runs, as a script and without `site`: that alone is a quarter of a bare start.

`site` finds the packages of other people. The hot lane needs none; who does gets it at the first import of one.
"""

import os
import sys


class PackagesOfOthers:
    """The finder that is asked last: it puts the packages of others in place, then asks all over again."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):  # type: ignore[no-untyped-def]  # typing would cost more than it saves
        if path is not None:
            return None
        find_packages()
        for finder in sys.meta_path:
            if (spec := finder.find_spec(name, path, target)) is not None:
                return spec
        return None


def find_packages() -> None:
    """Do what Python does before every script unless it is told not to."""
    if PackagesOfOthers in sys.meta_path:
        sys.meta_path.remove(PackagesOfOthers)
        import site

        site.main()


def main() -> None:
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.meta_path.append(PackagesOfOthers)
    from mem.__main__ import main as answer

    answer()


if __name__ == "__main__":
    main()
