-- Copies of courses: what each row of the source is called in the copy, decided before the first of them is made, until the copy is whole.
create table course_copies (
  course_id uuid primary key,
  org_id uuid not null,
  from_id uuid not null,
  activities integer not null default 0,
  skipped integer not null default 0,
  finished_at timestamptz(3)
);
create table copied_items (
  course_id uuid not null references course_copies (course_id) on delete cascade,
  from_id uuid not null,
  to_id uuid not null,
  is_module boolean not null,
  nth integer not null,
  done boolean not null default false,
  primary key (course_id, from_id)
);
create index copied_items_open on copied_items (course_id, nth) where not done;
