-- Whose time it is: allowances say who has more time, personal_times hold what follows from them for each person and activity.
create table allowances (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid,
  activity_id uuid,
  person_ids uuid[] not null,
  extra_minutes integer,
  extra_percent integer,
  attempts integer,
  opens timestamptz(3),
  due timestamptz(3),
  closes timestamptz(3),
  created_by uuid not null,
  version bigint not null,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp
);
create index allowances_course_id_idx on allowances (course_id);
-- those of the organisation, which every course asks for
create index allowances_org_id_idx on allowances (org_id) where course_id is null;
create index allowances_person_ids_idx on allowances using gin (person_ids);

-- A row without any time is one that had some: its version stays, since grants decided before it have ended.
create table personal_times (
  activity_id uuid not null,
  person_id uuid not null,
  org_id uuid not null,
  course_id uuid not null,
  opens timestamptz(3),
  due timestamptz(3),
  closes timestamptz(3),
  limit_minutes integer,
  attempts integer,
  version bigint not null,
  primary key (activity_id, person_id)
);
create index personal_times_course_id_person_id_idx on personal_times (course_id, person_id);
