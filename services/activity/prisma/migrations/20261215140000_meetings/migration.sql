-- Live lectures: their address, sealed; who has joined; their recordings.
create table meetings (
  activity_id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  provider text not null default 'link',
  address bytea,
  options jsonb not null default '{}',
  began_at timestamptz(3),
  ended_at timestamptz(3),
  known_start timestamptz(3),
  known_end timestamptz(3),
  called_off_at timestamptz(3),
  noticed_start timestamptz(3),
  version bigint not null
);
create index meetings_course on meetings (course_id);
create index meetings_known_start on meetings (known_start);

create table meeting_people (
  activity_id uuid not null references meetings (activity_id) on delete cascade on update cascade,
  person_id uuid not null,
  joined_at timestamptz(3) not null,
  primary key (activity_id, person_id)
);
create index meeting_people_person on meeting_people (person_id);

create table meeting_recordings (
  id uuid primary key,
  activity_id uuid not null references meetings (activity_id) on delete cascade on update cascade,
  title text not null,
  upload_id uuid,
  page text,
  published boolean not null,
  noticed boolean not null default false,
  created_at timestamptz(3) not null
);
create index meeting_recordings_activity on meeting_recordings (activity_id, created_at);
