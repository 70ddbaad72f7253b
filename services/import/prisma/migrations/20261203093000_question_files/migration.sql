-- Files of questions on their way in and out, and what became of each item of an import.

create table question_files (
  id uuid primary key,
  org_id uuid not null,
  person_id uuid not null,
  task text not null,
  name text not null,
  mime text not null default '',
  content bytea not null,
  created_at timestamptz(3) not null
);
create unique index question_files_task_key on question_files (task);
create index question_files_created_at_idx on question_files (created_at);
create index question_files_person_id_idx on question_files (person_id);

create table import_items (
  task text not null,
  item integer not null,
  person_id uuid not null,
  title text not null,
  kind text not null default '',
  id uuid,
  outcome text not null,
  code text,
  params jsonb not null default '{}',
  created_at timestamptz(3) not null,
  primary key (task, item)
);
create index import_items_created_at_idx on import_items (created_at);
create index import_items_person_id_idx on import_items (person_id);
