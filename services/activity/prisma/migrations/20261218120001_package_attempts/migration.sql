-- Attempts at packages of lessons: what a package has reported, element by element, and a journal of it.
create table opened_packages (
  upload_id uuid primary key,
  kind text not null,
  etag text not null,
  title text not null,
  items jsonb not null
);
create table package_attempts (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid not null,
  person_id uuid not null,
  trial boolean not null,
  n int not null,
  upload_id uuid not null,
  kind text not null,
  package text not null,
  device uuid not null,
  device_at timestamptz(3) not null,
  seq bigint not null default 0,
  status text not null default 'not_attempted',
  success text not null default 'unknown',
  score numeric(7, 4),
  seconds int not null default 0,
  size int not null default 0,
  sequencing jsonb,
  noted int not null default 0,
  version bigint not null default 1,
  started_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (activity_id, person_id, trial, n)
) with (fillfactor = 70);
create index package_attempts_person on package_attempts (person_id);
create index package_attempts_deleted on package_attempts (deleted_at) where deleted_at is not null;
create index package_attempts_trial on package_attempts (started_at) where trial;
create table sco_states (
  attempt_id uuid not null,
  sco text not null,
  data jsonb not null,
  seqs jsonb not null,
  mark jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (attempt_id, sco)
) with (fillfactor = 70);
create table sco_journal (
  attempt_id uuid not null,
  seq bigint not null,
  sco text not null,
  at timestamptz(3) not null,
  elements jsonb not null,
  ended boolean not null,
  refused jsonb not null,
  primary key (attempt_id, seq)
);
create index sco_journal_at on sco_journal using brin (at);
