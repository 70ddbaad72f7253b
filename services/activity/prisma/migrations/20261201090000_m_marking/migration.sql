-- Rubrics, what markers give and write, peer reviews, and what works are compared by.
create table rubrics (
  activity_id uuid primary key references activities (id) on delete cascade on update cascade,
  course_id uuid not null,
  n integer not null,
  version bigint not null
);
create index rubrics_course_id_idx on rubrics (course_id);

create table rubric_versions (
  activity_id uuid not null references rubrics (activity_id) on delete cascade on update cascade,
  n integer not null,
  criteria jsonb not null,
  begun boolean not null default false,
  primary key (activity_id, n)
);

create table markings (
  id uuid primary key,
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  n integer not null,
  slot integer not null,
  marker_id uuid,
  points numeric(10, 4),
  criteria jsonb not null default '{}',
  rubric_n integer,
  comment text not null default '',
  state text not null default 'draft',
  version bigint not null,
  updated_at timestamptz(3) not null,
  constraint markings_slot check (slot between 0 and 2),
  constraint markings_points check (points >= 0)
);
create unique index markings_submission_id_n_slot_key on markings (submission_id, n, slot);
create index markings_marker_id_idx on markings (marker_id);

create table marks (
  id uuid primary key,
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  n integer not null,
  upload_id uuid,
  page integer not null,
  kind text not null,
  shape jsonb not null,
  text text not null,
  colour text not null,
  marker_id uuid,
  slot integer not null,
  version integer not null,
  deleted boolean not null default false,
  updated_at timestamptz(3) not null
);
create index marks_submission_id_n_idx on marks (submission_id, n);
create index marks_marker_id_idx on marks (marker_id);

create table marking_comments (
  id uuid primary key,
  org_id uuid not null,
  person_id uuid not null,
  course_id uuid,
  text text not null,
  used integer not null default 0
);
create index marking_comments_person_id_org_id_idx on marking_comments (person_id, org_id);

create table peer_rounds (
  activity_id uuid primary key references activities (id) on delete cascade on update cascade,
  at timestamptz(3) not null,
  reminded_at timestamptz(3)
);
-- what the sweep that gives reviews out looks through
create index activities_peer_reviews_idx on activities (coalesce(end_time, due_time, 'infinity')) where settings ? 'peer_reviews' and not deleted;
-- what waits to be marked
create index submissions_waiting_idx on submissions (course_id, activity_id) where state = 'submitted' and not trial;

create table peer_reviews (
  id uuid primary key,
  activity_id uuid not null,
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  n integer not null,
  reviewer_id uuid,
  number integer not null,
  state text not null default 'open',
  points numeric(10, 4),
  criteria jsonb not null default '{}',
  rubric_n integer,
  comment text not null default '',
  set_aside boolean not null default false,
  version bigint not null,
  updated_at timestamptz(3)
);
create unique index peer_reviews_submission_id_reviewer_id_key on peer_reviews (submission_id, reviewer_id);
create index peer_reviews_activity_id_reviewer_id_idx on peer_reviews (activity_id, reviewer_id);
create index peer_reviews_reviewer_id_idx on peer_reviews (reviewer_id);

create table similarities (
  submission_id uuid primary key references submissions (id) on delete cascade on update cascade,
  course_id uuid not null,
  n integer not null,
  characters integer not null,
  signature integer[] not null,
  bands bigint[] not null,
  percent integer,
  at timestamptz(3) not null
);
create index similarities_bands_idx on similarities using gin (bands);
