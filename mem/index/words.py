"""The English the index knows by heart: words too common to find anything, and irregular forms."""

from __future__ import annotations

# No negation is in here: "do not deploy on Friday" and "deploy on Friday" must not look alike.
# "may" stays out because it is a month, single letters other than "a" and "i" because they are names (C, R, x).
_STOP_WORDS = """
a an the this that these those such
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves one ones
who whom whose which what when where why how whoever whatever
am is are was were be been being do does did doing have has had having
can could shall should will would might must ought
about above after again against all also although any as at because before below between both but by
down during each either else etc few for from further here if in into just let like more most much
of off on once only or other otherwise out over own per same so some than then there through thus to too
under until up upon very via whether while with within yet
and anyone anything everyone everything someone something
please really quite rather maybe perhaps however therefore ever
"""

# Written without the apostrophe, as many people do. Each also counts as "not".
_NEGATED_VERBS = """
aint arent cannot cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shant
shouldnt wasnt werent wont wouldnt
"""

# Ends of contractions that say nothing: it's, we're, I've, he'll, I'd, I'm.
EMPTY_ENDINGS = frozenset(("s", "re", "ve", "ll", "d", "m"))

_IRREGULAR = """
arise arose arisen
bad worse worst
bear bore borne
beat beaten
become became
begin began begun
bend bent
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
child children
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do done doing
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
far farther farthest furthest
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies
foot feet
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten getting
give gave given giving
go went gone goes going
good better best
goose geese
grow grew grown
half halves
hang hung
have having
hear heard
hide hid hidden
hold held
index indices indexes
keep kept
kneel knelt
knife knives
know knew known
lay laid
lead led
leaf leaves
lean leant
leap leapt
learn learnt
leave left leaving
lend lent
lie lain lying
life lives
light lit
lose lost losing
make made making
man men
matrix matrices
mean meant
meet met
mouse mice
overcome overcame
override overrode overridden overriding
overwrite overwrote overwritten
pay paid
person people persons
prove proven
read reads
ride rode ridden
ring rang rung
rise rose risen
run ran running
say said
see saw seen
seek sought
self selves
sell sold
send sent
shake shook shaken
shelf shelves
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat sitting
sleep slept
slide slid
speak spoke spoken
speed sped
spell spelt
spend spent
spin spun
split splitting
spring sprang sprung
stand stood
steal stole stolen
stick stuck
strike struck stricken
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken taking
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tooth teeth
understand understood
undo undid undone
upset upsetting
vertex vertices
wake woke woken
wear wore worn
weave wove woven
weep wept
wife wives
win won winning
withdraw withdrew withdrawn
wolf wolves
woman women
write wrote written writing
"""

STOP_WORDS = frozenset(_STOP_WORDS.split())
NEGATED_VERBS = frozenset(_NEGATED_VERBS.split())
LEMMAS = {form: line.split()[0] for line in _IRREGULAR.strip().split("\n") for form in line.split()[1:]}
"""Irregular forms to the form that stands in the index; regular ones are the stemmer's business."""
