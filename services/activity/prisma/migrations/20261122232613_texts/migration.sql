-- Texts that are being written, one for each person and activity, or course and type before the activity exists.
create table text_drafts (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid references activities (id) on delete cascade,
  type text not null,
  person_id uuid not null,
  title text not null,
  body text not null,
  upload_ids uuid[] not null default '{}',
  base_version bigint not null,
  version bigint not null,
  updated_at timestamptz(3) not null
);
create unique index text_drafts_of_activity on text_drafts (activity_id, person_id) where activity_id is not null;
create unique index text_drafts_of_course on text_drafts (course_id, type, person_id) where activity_id is null;
create index text_drafts_of_person on text_drafts (person_id);
create index text_drafts_by_age on text_drafts (updated_at);
-- Kept versions of an activity's title and text.
create table text_versions (
  id uuid primary key,
  activity_id uuid not null references activities (id) on delete cascade,
  person_id uuid,
  title text not null,
  body text not null,
  upload_ids uuid[] not null default '{}',
  restored_from timestamptz(3),
  created_at timestamptz(3) not null
);
create index text_versions_of_activity on text_versions (activity_id, created_at desc, id desc);
create index text_versions_of_person on text_versions (person_id);
-- The files of its kept versions and drafts, which the activity holds beside those of its present text.
alter table activities add column kept_upload_ids uuid[] not null default '{}';
