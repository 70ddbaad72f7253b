-- Votes in class: questions that a hall answers at once, and its answers.
create table votes (
  id uuid primary key,
  session_id uuid not null references class_sessions (id) on delete cascade on update cascade,
  course_id uuid not null,
  n integer not null,
  version_id uuid,
  type text not null,
  stem text not null,
  content jsonb not null,
  anonymous boolean not null,
  state text not null,
  opened_at timestamptz(3) not null,
  closes_at timestamptz(3),
  closed_at timestamptz(3),
  results_shown boolean not null default false,
  right_shown boolean not null default false,
  asked integer not null default 0,
  -- of an anonymous vote while it is open: without it no answer is anybody's
  secret bytea,
  version bigint not null
);
create unique index votes_session on votes (session_id, n);
create unique index votes_open on votes (session_id) where state = 'open';
create index votes_of_version on votes (version_id, course_id) where version_id is not null;
-- open ones whose answers cannot be found by a person
create index votes_secret on votes (course_id) where secret is not null;

-- apart from all that a student reads
create table vote_keys (
  vote_id uuid primary key references votes (id) on delete cascade on update cascade,
  key jsonb not null
);

-- changed by four hundred people at once, without a change of an index
create table vote_answers (
  vote_id uuid not null references votes (id) on delete cascade on update cascade,
  voter bytea not null,
  seq integer not null,
  answer jsonb not null,
  primary key (vote_id, voter)
) with (fillfactor = 70);
create index vote_answers_voter on vote_answers (voter);
