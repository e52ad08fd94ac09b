#!/bin/sh
# Written by `mem install`; what the hooks of every harness call. `mem uninstall` removes it.
[ $# -gt 0 ] || exit 0
@STORE@exec @PYTHON@ -EPS @MEM@ "$@"
