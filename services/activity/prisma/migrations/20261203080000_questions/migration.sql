-- Questions in banks, papers that ask them, and attempts at these.

create table banks (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid,
  owner_id uuid,
  title text not null,
  org_role text,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  version bigint not null
);
create index banks_org_id_owner_id_idx on banks (org_id, owner_id);
create index banks_course_id_idx on banks (course_id);

create table bank_shares (
  bank_id uuid not null references banks (id) on delete cascade on update cascade,
  course_id uuid not null,
  role text not null,
  primary key (bank_id, course_id)
);
create index bank_shares_course_id_idx on bank_shares (course_id);

create table bank_folders (
  id uuid primary key,
  bank_id uuid not null references banks (id) on delete cascade on update cascade,
  parent_id uuid,
  title text not null,
  sort integer not null,
  version bigint not null
);
create index bank_folders_bank_id_idx on bank_folders (bank_id);

create table questions (
  id uuid primary key,
  org_id uuid not null,
  bank_id uuid not null references banks (id) on delete cascade on update cascade,
  folder_id uuid,
  stimulus_id uuid,
  sort integer not null default 0,
  type text not null,
  title text not null,
  tags text[] not null default '{}',
  text text not null default '',
  upload_ids uuid[] not null default '{}',
  version_id uuid not null,
  n integer not null default 1,
  owner_id uuid,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  version bigint not null
);
create index questions_bank_id_folder_id_idx on questions (bank_id, folder_id);
create index questions_stimulus_id_idx on questions (stimulus_id);
create index questions_tags_idx on questions using gin (tags);
create index questions_owner_id_idx on questions (owner_id);
create index questions_upload_ids_idx on questions using gin (upload_ids) where upload_ids <> '{}';
create index questions_deleted_idx on questions (deleted_at) where deleted_at is not null;
-- Any part of a question's words. Where the server has no pg_trgm, or does not let us have it, a search reads the whole bank.
do $$ begin
  create extension if not exists pg_trgm;
  create index questions_text_idx on questions using gin (text gin_trgm_ops);
exception when others then
  raise notice 'questions are searched without pg_trgm';
end $$;

create table question_versions (
  id uuid primary key,
  question_id uuid not null references questions (id) on delete cascade on update cascade,
  n integer not null,
  type text not null,
  stem text not null,
  content jsonb not null,
  key jsonb not null,
  feedback text not null default '',
  points numeric(10, 4) not null,
  created_by uuid,
  created_at timestamptz(3) not null
);
create index question_versions_created_by_idx on question_versions (created_by);
create unique index question_versions_question_id_n_key on question_versions (question_id, n);

create table papers (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid not null references activities (id) on delete cascade on update cascade,
  n integer not null,
  sections jsonb not null,
  points numeric(10, 4) not null,
  frozen_at timestamptz(3),
  version bigint not null
);
create unique index papers_activity_id_n_key on papers (activity_id, n);

create table paper_questions (
  paper_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  primary key (paper_id, version_id)
);
create index paper_questions_question_id_idx on paper_questions (question_id);

create table attempts (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid not null,
  person_id uuid not null,
  paper_id uuid not null,
  versions uuid[] not null,
  seed bigint not null,
  shuffle smallint not null default 0,
  state text not null,
  trial boolean not null default false,
  device uuid not null,
  started_at timestamptz(3) not null,
  deadline timestamptz(3) not null,
  accept_until timestamptz(3) not null,
  paused_at timestamptz(3),
  submitted_at timestamptz(3),
  submitted_by text,
  points numeric(10, 4),
  to_mark integer not null default 0,
  seen_at timestamptz(3),
  flags integer not null default 0,
  marked_slots smallint[] not null default '{}',
  device_changes integer not null default 0,
  pseudonym integer not null default 0,
  version bigint not null
) with (fillfactor = 80);
create index attempts_activity_id_person_id_idx on attempts (activity_id, person_id);
create index attempts_course_id_idx on attempts (course_id);
create index attempts_person_id_idx on attempts (person_id);
create unique index attempts_running on attempts (activity_id, person_id) where state = 'running';
create index attempts_due on attempts (accept_until) where state = 'running' and paused_at is null;
create index attempts_submitted on attempts (submitted_at) where state = 'submitted';
create index attempts_to_mark on attempts (course_id) where state = 'marked' and to_mark > 0;

create table attempt_answers (
  attempt_id uuid not null,
  slot smallint not null,
  seq integer not null,
  answer jsonb not null,
  saved_at timestamptz(3) not null,
  points numeric(10, 4),
  mark jsonb,
  primary key (attempt_id, slot)
) with (fillfactor = 70);

create table late_answers (
  attempt_id uuid not null,
  slot smallint not null,
  answer jsonb not null,
  saved_at timestamptz(3) not null,
  primary key (attempt_id, slot, saved_at)
);

create table attempt_events (
  id uuid primary key,
  attempt_id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  by_id uuid,
  note jsonb not null default '{}'
);
create index attempt_events_attempt_id_at_idx on attempt_events (attempt_id, at);

create table attempt_plays (
  attempt_id uuid not null,
  slot smallint not null,
  upload_id uuid not null,
  plays integer not null,
  begun_at timestamptz(3) not null,
  primary key (attempt_id, slot, upload_id)
);

create table answer_marks (
  attempt_id uuid not null,
  slot smallint not null,
  place smallint not null,
  marker_id uuid,
  points numeric(10, 4),
  comment text not null default '',
  criteria jsonb not null default '{}',
  rubric_n integer,
  state text not null,
  version bigint not null,
  updated_at timestamptz(3) not null,
  primary key (attempt_id, slot, place)
);
create index answer_marks_marker_id_idx on answer_marks (marker_id);

create table regrades (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid not null references activities (id) on delete cascade on update cascade,
  question_id uuid not null,
  version_id uuid not null,
  from_n integer,
  to_n integer not null,
  changed integer not null,
  lines jsonb not null,
  by_id uuid,
  at timestamptz(3) not null
);
create index regrades_activity_id_at_idx on regrades (activity_id, at);

create table exam_access (
  activity_id uuid primary key references activities (id) on delete cascade on update cascade,
  code text,
  ip_ranges text[] not null default '{}'
);

-- no person, no time, a random id: nothing says whose answers they are
create table responses (
  id uuid primary key default gen_random_uuid(),
  activity_id uuid not null,
  group_id uuid,
  answers jsonb not null
);
create index responses_activity_id_idx on responses (activity_id);

create table respondents (
  activity_id uuid primary key references activities (id) on delete cascade on update cascade,
  people uuid[] not null default '{}',
  shown jsonb
);

create table questionnaire_templates (
  id uuid primary key,
  org_id uuid not null,
  title text not null,
  sections jsonb not null,
  updated_at timestamptz(3) not null,
  version bigint not null
);
create index questionnaire_templates_org_id_idx on questionnaire_templates (org_id);

-- in which courses a task has put a questionnaire already
create table template_uses (
  task text not null,
  course_id uuid not null,
  primary key (task, course_id)
);

-- the exam whose beginning somebody was reminded of an hour before
alter table reminders add column hour_told timestamptz(3);
create index activities_start_time_idx on activities (start_time) where published and not deleted and start_time is not null;
create index activities_end_time_idx on activities (end_time) where published and not deleted and end_time is not null;
