-- The whole index. There are no migrations: another version number in `meta` means a rebuild.
-- Instants are text of one width, so that the order of the text is the order of time; '~' is later than all.

create table meta (key text primary key, value) without rowid;

-- Files and folders below objects/, as they looked when they were last read. A file that HEAD still holds
-- after it went from the working tree stays on as `lost`: its removal waits to be committed.
create table file (
    path text primary key, id text, mtime integer, ctime integer, size integer, inode integer,
    blob text, committed integer not null, in_head integer not null, lost integer not null default 0
) without rowid;
create index file_uncommitted on file (path) where not committed;
create table folder (path text primary key, mtime integer) without rowid;

-- One row per version of a fact: what answers show, and what rare questions filter by.
-- A row id is never used again, because the words of a dropped version stay behind in `fts`.
-- `current_from` and `current_to` are its span in the view of today; `tags` are folded, between line ends. `about` is
-- how a question names the subject; `said` is 1 for what somebody said in a transcript, 2 where it was a question.
create table version (
    rid integer primary key autoincrement,
    id text not null, number integer not null, latest integer not null default 1,
    current_from text, current_to text, known_from text not null,
    scope text not null, priority integer not null, type text not null,
    subject text not null, source text not null, tags text not null,
    path text not null, title text not null, abstract text not null,
    confidence real not null, verified text not null, updated text not null, fresh text not null,
    valid_from text not null, valid_to text, retracted integer not null, key text not null,
    about text not null, said integer not null,
    unique (id, number)
);
create index version_subject on version (subject) where subject <> '';
create index version_source on version (source) where source <> '';
create index version_about on version (about) where about <> '' and current_from is not null;
create index version_said on version (source, valid_from, id) where said > 0;
create index version_key on version (key) where key <> '';
create index version_order on version (priority desc, fresh desc, id, type, scope) where current_from is not null;
create index version_known on version (known_from desc, id) where current_from is not null and latest;

-- What is believed today, once more: every match is looked up here, and narrow rows are ten times as quick.
create table standing (
    rid integer primary key, current_from text not null, current_to text not null,
    scope text not null, priority integer not null, type text not null
);

-- The rest of a version, for writers and readers that take their time; `fact` is JSON of what `version` lacks.
create table record (
    rid integer primary key, recorded text not null, blob text not null, commit_id text, fact text not null
);

-- What was believed (known) about when (valid), as the timeline worked it out.
create table rectangle (
    rid integer not null, known_from text not null, known_to text not null,
    valid_from text not null, valid_to text not null,
    scope text not null, priority integer not null, type text not null,
    primary key (rid, known_from)
) without rowid;

-- For each thousand row numbers the earliest known time: what came after a moment is not read for a question about it.
create table tide (block integer primary key, known_from text not null);

create table edge (
    successor text not null, number integer not null, predecessor text not null,
    primary key (successor, number, predecessor)
) without rowid;
create index edge_predecessor on edge (predecessor, successor);

create table alias (
    alias text not null, id text not null, number integer not null,
    primary key (alias, id, number)
) without rowid;

-- Words as they stand in the index before stemming, each with the last believed version that used it.
create table word (word text primary key, rid integer not null) without rowid;

-- Contentless: postings only, no text. Marks count as letters, or Hindi and Thai would fall apart.
create virtual table fts using fts5 (
    title, abstract, tags, body, bigrams, dates, labels,
    content = '', detail = full,
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);
-- Left to itself, FTS5 makes one write in a thousand slow by merging all at once; `writing` merges a little, often.
insert into fts (fts, rank) values ('automerge', 0);
insert into fts (fts, rank) values ('crisismerge', 64);

-- All that one source says, as one text: where a session speaks of something, any part of it may be what is meant.
-- `wording` keeps the words of each version with a source, because a text without content can only be taken out of
-- an index by saying it again.
create table source (number integer primary key, name text not null unique);
create table wording (rid integer primary key, words text not null);
create virtual table together using fts5 (
    words,
    content = '', detail = full,
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);
insert into together (together, rank) values ('automerge', 0);
insert into together (together, rank) values ('crisismerge', 64);

-- A hundred documents of an average length that say nothing. In a store of three facts every word would stand in
-- most of them and weigh nothing; among a hundred and three a word tells. Their row ids join no version.
with recursive filler (number) as (select 1 union all select number + 1 from filler where number < 100)
insert into fts (rowid, body) select -number, replace(hex(zeroblob(40)), '00', char(57344) || ' ') from filler;
with recursive filler (number) as (select 1 union all select number + 1 from filler where number < 100)
insert into together (rowid, words) select -number, replace(hex(zeroblob(400)), '00', char(57344) || ' ') from filler;
