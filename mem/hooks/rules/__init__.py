"""The rules, in the order of their codes. A new rule is one file and one line here."""

from __future__ import annotations

from mem.hooks.rules import (
    backend_name,
    backend_settings,
    bad_setting,
    duplicate_entity,
    duplicate_query,
    duplicate_resource,
    empty_role,
    entity_name,
    entity_salience,
    finds_nothing,
    malformed_entity,
    malformed_query,
    malformed_resource,
    missing_file,
    missing_path,
    no_hooks,
    priority,
    provider_field,
    provider_field_in_query,
    query_text,
    recalled_and_excluded,
    resource_name,
    resource_salience,
    schema,
    too_broad,
    too_large,
    unknown_condition,
    unknown_entity_field,
    unknown_field,
    unknown_query_field,
    unknown_resource_field,
    unknown_setting,
    unreadable,
    unreadable_folder,
    unsafe_file,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.hooks.rules.base import HookRule, Rule, WorldRule

HOOK_RULES: Sequence[HookRule] = (
    unreadable,  # MH000
    schema,  # MH001
    unknown_field,  # MH002
    query_text,  # MH003
    priority,  # MH004
    unknown_query_field,  # MH005
    empty_role,  # MH006
    unknown_condition,  # MH007
    entity_name,  # MH008
    entity_salience,  # MH009
    duplicate_query,  # MH010
    duplicate_entity,  # MH011
    recalled_and_excluded,  # MH012
    unknown_entity_field,  # MH014
    duplicate_resource,  # MH015
    provider_field,  # MH016
    provider_field_in_query,  # MH017
    backend_name,  # MH018
    backend_settings,  # MH019
    resource_name,  # MH020
    resource_salience,  # MH021
    unknown_resource_field,  # MH022
    malformed_query,  # MH025
    malformed_entity,  # MH026
    malformed_resource,  # MH027
    unknown_setting,  # MH100
    too_large,  # MH104
)
"""About what one file says."""

WORLD_RULES: Sequence[WorldRule] = (
    finds_nothing,  # MH101
    too_broad,  # MH102
    missing_file,  # MH103
)
"""About a file beside the project's files or the store."""

OUTSIDE_RULES: Sequence[Rule] = (
    no_hooks,  # MH013
    missing_path,  # MH024
    bad_setting,  # MH028
    unsafe_file,  # MH029
    unreadable_folder,  # MH030
)
"""Found where files are looked for and settings are read, not in a hook's text."""

RULES: Mapping[str, Rule] = {
    rule.CODE: rule for rule in sorted((*HOOK_RULES, *WORLD_RULES, *OUTSIDE_RULES), key=lambda rule: rule.CODE)
}
"""Every rule by its code."""
