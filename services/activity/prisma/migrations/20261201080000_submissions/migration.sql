-- What people and groups hand in for an activity: drafts, and the versions that were handed in, which never change.
create table submissions (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid not null references activities (id) on delete cascade on update cascade,
  person_id uuid,
  group_id uuid,
  member_ids uuid[] not null default '{}',
  pseudonym integer not null,
  state text not null default 'draft',
  n integer not null default 0,
  submitted_at timestamptz(3),
  late_seconds integer not null default 0,
  returned_at timestamptz(3),
  rework boolean not null default false,
  draft_text text not null default '',
  draft_files uuid[] not null default '{}',
  draft_version bigint not null default 0,
  draft_by uuid,
  draft_at timestamptz(3),
  trial boolean not null default false,
  version bigint not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint submissions_author check (num_nonnulls(person_id, group_id) = 1)
);
create unique index submissions_activity_id_person_id_key on submissions (activity_id, person_id);
create unique index submissions_activity_id_group_id_key on submissions (activity_id, group_id);
create unique index submissions_activity_id_pseudonym_key on submissions (activity_id, pseudonym);
create index submissions_course_id_idx on submissions (course_id);
create index submissions_member_ids_idx on submissions using gin (member_ids);

create table submission_versions (
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  n integer not null,
  text text not null,
  files jsonb not null,
  member_ids uuid[] not null,
  submitted_by uuid,
  submitted_at timestamptz(3) not null,
  due_time timestamptz(3),
  late_seconds integer not null,
  receipt text not null,
  primary key (submission_id, n)
);

create table submission_drafts (
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  at timestamptz(3) not null,
  person_id uuid not null,
  text text not null,
  files uuid[] not null,
  primary key (submission_id, at, person_id)
);
