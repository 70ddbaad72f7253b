-- Work that is late, long or outward. A row is written in the transaction that wants it and goes when the work is done;
-- what could not be done stays as `dead` with its error.
create schema if not exists kit;
-- Every claim takes a number of its own, never used again: what an attempt writes outside the database stands under it.
create sequence kit.job_attempts as integer;
create table kit.jobs (
  id uuid primary key,
  kind text not null,
  key text not null unique,
  payload jsonb not null default '{}',
  run_at timestamptz not null,
  -- tries counts claims since the row was wanted; attempt is the number of the newest claim
  tries integer not null default 0,
  attempt integer not null default 0,
  lease_until timestamptz,
  progress real not null default 0,
  note text not null default '',
  error text,
  dead boolean not null default false,
  created_at timestamptz not null
);
create index jobs_due on kit.jobs (kind, run_at) where not dead;
