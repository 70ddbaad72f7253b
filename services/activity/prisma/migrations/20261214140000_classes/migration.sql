-- Classes: sessions in which a course is taught, the people who are here, roll calls and attendance.
create table class_sessions (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  activity_id uuid,
  lesson_id uuid,
  title text not null,
  state text not null,
  shown jsonb,
  timer jsonb,
  groups jsonb,
  picked uuid[] not null default '{}',
  started_by uuid,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  taught_at timestamptz(3) not null,
  version bigint not null
);
create unique index class_sessions_running on class_sessions (course_id) where state = 'running';
create unique index class_sessions_lesson on class_sessions (course_id, lesson_id) where lesson_id is not null;
create index class_sessions_course on class_sessions (course_id, started_at desc);
create index class_sessions_activity on class_sessions (activity_id) where activity_id is not null;
create index class_sessions_taught on class_sessions (taught_at) where state = 'running';

-- written each half minute by everybody who is here, without a change of an index
create table class_people (
  session_id uuid not null references class_sessions (id) on delete cascade on update cascade,
  person_id uuid not null,
  first_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  hand_at timestamptz(3),
  picked integer not null default 0,
  device uuid,
  primary key (session_id, person_id)
) with (fillfactor = 70);
create index class_people_person on class_people (person_id);

create table roll_calls (
  id uuid primary key,
  session_id uuid not null references class_sessions (id) on delete cascade on update cascade,
  course_id uuid not null,
  ways text[] not null,
  opened_at timestamptz(3) not null,
  late_after timestamptz(3),
  closes_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- made after a lesson, by hand alone: nobody is absent unless it is noted
  afterwards boolean not null default false,
  networks text[] not null default '{}',
  number_retired boolean not null default false,
  recorded_at timestamptz(3),
  version bigint not null
);
create unique index roll_calls_open on roll_calls (session_id) where closed_at is null;
create index roll_calls_session on roll_calls (session_id, opened_at);
create index roll_calls_course on roll_calls (course_id, opened_at desc);

-- apart from all that is read; deleted when the roll call is closed
create table roll_call_codes (
  roll_call_id uuid primary key references roll_calls (id) on delete cascade on update cascade,
  secret bytea not null
);

create table roll_call_tries (
  roll_call_id uuid not null references roll_calls (id) on delete cascade on update cascade,
  person_id uuid not null,
  tries integer not null,
  primary key (roll_call_id, person_id)
);
create index roll_call_tries_person on roll_call_tries (person_id);

create table attendance (
  roll_call_id uuid not null references roll_calls (id) on delete cascade on update cascade,
  person_id uuid not null,
  org_id uuid not null,
  course_id uuid not null,
  state text not null,
  way text,
  at timestamptz(3) not null,
  device uuid,
  network text,
  doubts text[] not null default '{}',
  checked_at timestamptz(3),
  seen_by uuid,
  by_id uuid,
  reason text not null default '',
  version bigint not null,
  primary key (roll_call_id, person_id)
);
create index attendance_person on attendance (person_id, course_id);
create index attendance_by on attendance (by_id) where by_id is not null;
create index attendance_seen on attendance (seen_by) where seen_by is not null;

create table attendance_changes (
  id uuid primary key,
  roll_call_id uuid not null references roll_calls (id) on delete cascade on update cascade,
  person_id uuid not null,
  at timestamptz(3) not null,
  by_id uuid,
  before text,
  after text not null,
  reason text not null
);
create index attendance_changes_call on attendance_changes (roll_call_id, person_id);
create index attendance_changes_person on attendance_changes (person_id);
create index attendance_changes_by on attendance_changes (by_id);
