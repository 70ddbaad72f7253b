-- Rosters: files of another system's register, line by line, and the state that each source had last.

create table roster_sources (
  id uuid primary key,
  org_id uuid not null,
  name text not null,
  -- the last run that has changed its rows
  changed_by uuid,
  changed_at timestamptz(3),
  created_at timestamptz(3) not null
);
create unique index roster_sources_org_name_key on roster_sources (org_id, name);

create table roster_runs (
  id uuid primary key,
  org_id uuid not null,
  source_id uuid not null,
  source text not null,
  kind text not null,
  mode text not null,
  scope jsonb not null,
  mapping jsonb not null,
  encoding text,
  take_over boolean not null,
  upload_ids uuid[] not null,
  state text not null,
  task text,
  -- the lines are all in roster_staged, so many, unless the database has crashed since
  staged_at timestamptz(3),
  staged_lines integer not null default 0,
  -- there is a plan, in roster_changes
  checked_at timestamptz(3),
  files jsonb not null default '[]',
  counts jsonb not null default '[]',
  holds jsonb not null default '[]',
  removals integer not null default 0,
  error jsonb,
  by_id uuid,
  by_name text,
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  version bigint not null default 1
);
create index roster_runs_org_idx on roster_runs (org_id, created_at desc, id desc);
create index roster_runs_source_idx on roster_runs (source_id);
create index roster_runs_created_idx on roster_runs (created_at);
create index roster_runs_by_idx on roster_runs (by_id);
-- one at a time in an organisation
create unique index roster_runs_running_key on roster_runs (org_id) where state in ('checking', 'applying', 'undoing');

-- Lines of files on their way: read again from the files when a crash of the database has emptied the table.
create unlogged table roster_staged (
  run uuid not null,
  kind text not null,
  external_id text not null,
  file smallint not null,
  line integer not null,
  title text not null,
  data jsonb not null,
  hash text not null,
  gone boolean not null,
  -- of departments their depth from 1, of units their order
  level integer not null default 0,
  code text,
  params jsonb not null default '{}'
);
create index roster_staged_idx on roster_staged (run, kind, external_id);
-- Of a run: the things that its lines name, by id or by code, and the external id of each; null for one that nobody knows.
create unlogged table roster_references (
  run uuid not null,
  kind text not null,
  value text not null,
  external_id text,
  primary key (run, kind, value)
);

-- Things of a source as it had them last. state: active, left; known: named by a file, and no row of the source.
create table roster_rows (
  source_id uuid not null,
  kind text not null,
  external_id text not null,
  hash text not null,
  data jsonb not null,
  target_id uuid,
  state text not null,
  seen_run uuid not null,
  primary key (source_id, kind, external_id)
);
create index roster_rows_target_idx on roster_rows (target_id);
create index roster_rows_person_idx on roster_rows (source_id, (data ->> 'person')) where kind = 'enrolments';

-- The plan of a run and its outcome, by line; lines that change nothing are counted alone. row_before: the row of roster_rows before.
create table roster_changes (
  run uuid not null,
  nth integer not null,
  kind text not null,
  external_id text not null,
  file smallint not null default 0,
  line integer,
  title text not null,
  outcome text not null,
  -- the source has it no more
  gone boolean not null default false,
  code text,
  params jsonb not null default '{}',
  pinned text[] not null default '{}',
  changes jsonb not null default '[]',
  chunk integer,
  done boolean not null default false,
  undone text,
  target_id uuid,
  before jsonb,
  version bigint,
  row_before jsonb,
  primary key (run, nth)
);
create index roster_changes_chunk_idx on roster_changes (run, chunk);
create index roster_changes_target_idx on roster_changes (target_id);
