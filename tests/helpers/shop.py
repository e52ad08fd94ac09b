"""A made-up shop's code base: ten areas with what matters in each, the hooks beside the code, and thirty tasks."""

from __future__ import annotations

# area: (folder, what matters there, what the hook beside it asks)
AREAS: dict[str, tuple[str, list[str], list[str]]] = {
    "auth": (
        "src/auth",
        [
            "Session tokens expired early because the two hosts disagreed on the time",
            "Refresh tokens are single use; a second use ends every session of the person",
            "Password hashes are argon2id with 64 MiB, agreed with security",
        ],
        ["What went wrong with session tokens?", "Which rules hold for refresh tokens and password hashes?"],
    ),
    "billing": (
        "src/billing",
        [
            "Invoices are rounded per line and never per total, the auditors insist",
            "A retried payment webhook charged a customer twice in March",
            "Refunds above 500 euros need a second pair of eyes",
        ],
        ["How are invoices rounded?", "What happened with payment webhooks and refunds?"],
    ),
    "catalogue": (
        "src/catalogue",
        [
            "Product slugs stay for ever; search engines keep linking the old ones",
            "Price lists are cached for ten minutes, so a change shows late",
            "Importing the supplier feed twice doubles every variant",
        ],
        ["What must stay stable about product slugs?", "What goes wrong with price lists and the supplier feed?"],
    ),
    "search": (
        "src/search",
        [
            "The search index is rebuilt at night and a rebuild by day starves the shop",
            "Synonyms live in a spreadsheet of the marketing team",
            "Umlauts are folded at index time, never at query time",
        ],
        ["When may the search index be rebuilt?", "Where do synonyms and umlauts get handled?"],
    ),
    "mail": (
        "src/mail",
        [
            "Order mails go through the outbox table, never straight to the provider",
            "The provider throttles us at fifty mails a second",
            "Unsubscribe links must work without a login, the law says so",
        ],
        ["How do order mails leave the shop?", "What limits and laws apply to mails and unsubscribe links?"],
    ),
    "deploy": (
        "ops/deploy",
        [
            "Migrations run before the new code starts, so they must be compatible backwards",
            "Deploys are frozen on Fridays after an outage in May",
            "The canary takes five per cent of the traffic for ten minutes",
        ],
        ["In which order do migrations and code go out?", "When are deploys frozen and how does the canary work?"],
    ),
    "storage": (
        "src/storage",
        [
            "Uploaded pictures are stored under their hash and never overwritten",
            "The bucket in Frankfurt is the only one that may hold personal data",
            "Thumbnails are made on first request and a burst of them killed the worker",
        ],
        [
            "How are uploaded pictures stored?",
            "Which bucket may hold personal data, and what killed the thumbnail worker?",
        ],
    ),
    "frontend": (
        "web/frontend",
        [
            "The checkout form must work without JavaScript, one customer in fifty has none",
            "Dates are shown in the shop's time zone and not in the browser's",
            "A new font made the first paint two seconds slower",
        ],
        ["What must the checkout form survive?", "How are dates shown, and what made the first paint slow?"],
    ),
    "reports": (
        "src/reports",
        [
            "Monthly reports read from the replica, the primary locked up once",
            "Revenue excludes gift cards until they are redeemed",
            "Report files are kept for ten years",
        ],
        ["Which database do reports read from?", "What counts as revenue, and how long are report files kept?"],
    ),
    "stock": (
        "src/stock",
        [
            "Stock is reserved for fifteen minutes while a cart is in checkout",
            "Negative stock is allowed for books on demand only",
            "The warehouse sends its counts at six in the morning and they win",
        ],
        ["How long is stock reserved?", "When may stock be negative, and whose counts win?"],
    ),
}

# What somebody is about to do, in the words they would use, which are seldom those of the facts.
TASKS: list[tuple[str, str]] = [
    ("auth", "let people stay logged in for a month"),
    ("auth", "move the login service to another host"),
    ("auth", "speed up sign-in"),
    ("billing", "add a discount code to the bill"),
    ("billing", "handle a failed card again later"),
    ("billing", "show the customer what they get back"),
    ("catalogue", "rename a category of articles"),
    ("catalogue", "raise all amounts by two per cent"),
    ("catalogue", "load the new season"),
    ("search", "make queries find plural forms"),
    ("search", "add a field to the documents"),
    ("search", "support Swedish letters"),
    ("mail", "send a note when an order ships"),
    ("mail", "announce the sale to everybody"),
    ("mail", "redesign the newsletter footer"),
    ("deploy", "drop a column that nobody reads"),
    ("deploy", "ship the hotfix this afternoon"),
    ("deploy", "roll out the new runtime carefully"),
    ("storage", "let sellers replace a photo"),
    ("storage", "use a cheaper region"),
    ("storage", "offer larger previews"),
    ("frontend", "validate the address while typing"),
    ("frontend", "show when a parcel will arrive"),
    ("frontend", "refresh the look of the landing page"),
    ("reports", "add a chart of weekly sales"),
    ("reports", "explain the numbers to the board"),
    ("reports", "clean up old exports"),
    ("stock", "keep items aside for a phone order"),
    ("stock", "sell before the goods are there"),
    ("stock", "reconcile our count with theirs"),
]

_THINGS = ["lamp", "kettle", "ladder", "printer", "bicycle", "window", "cable", "carpet", "badge", "plant"]
_NOTES = [
    "The {thing} in room {n} is shared by the team on floor {n}",
    "Order a new {thing} from the supplier when the old one fails {n} times",
    "A customer asked for a {thing} in colour {n} and got it the next week",
    "The {thing} was moved after the sale of week {n} so that people find it",
    "Somebody from marketing looks after the {thing} and shows it on day {n}",
]


def filler() -> list[str]:
    """Facts of the same office that matter to none of the tasks, with words that tasks use too."""
    return [
        note.format(thing=thing, n=10 + 5 * i + j) for i, thing in enumerate(_THINGS) for j, note in enumerate(_NOTES)
    ]


def more_filler(count: int) -> list[str]:
    """Further such facts, so that the store has two hundred."""
    verbs = ["checked", "counted", "cleaned", "photographed", "insured"]
    return [
        f"Every {_THINGS[i % 10]} was {verbs[i % 5]} in month {i % 12 + 1} of year {2000 + i}" for i in range(count)
    ]
