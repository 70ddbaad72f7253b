-- The plan of a term: syllabuses, a week or another stretch of a course each, and what is done in it: modules, and activities by themselves.
create table syllabuses (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  name text not null,
  sort integer not null,
  starts_on date,
  ends_on date,
  deleted boolean not null default false,
  deleted_at timestamptz(3),
  version bigint not null,
  created_at timestamptz(3) not null default current_timestamp
);
create index syllabuses_course_id_sort_idx on syllabuses (course_id, sort);
create index syllabuses_deleted on syllabuses (deleted_at) where deleted;

-- A module and an activity stand in one syllabus at most. course_id is that of both: the plan is read in one scan.
create table syllabus_items (
  item_id uuid primary key,
  syllabus_id uuid not null references syllabuses (id) on delete cascade,
  course_id uuid not null,
  is_module boolean not null,
  sort integer not null
);
create index syllabus_items_course_id_idx on syllabus_items (course_id);
create index syllabus_items_syllabus_id_idx on syllabus_items (syllabus_id);
