-- What somebody waits for: a row for its person, which outlives the job that does the work. The id begins with the service: upload.<uuid>.
create table kit.tasks (
  id text primary key,
  org_id uuid not null,
  person_id uuid not null,
  kind text not null,
  -- what it is about, as the key of its facts: course:<id>
  subject text not null default '',
  state text not null default 'running',
  progress real not null default 0,
  note text not null default '',
  report jsonb not null default '[]',
  result jsonb,
  error jsonb,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
create index tasks_person on kit.tasks (person_id, started_at desc);
create index tasks_running on kit.tasks (updated_at) where state = 'running';
create index tasks_ended on kit.tasks (ended_at) where state <> 'running';
