-- Files that came along with the copy of a course: they share the bytes of the upload that brought them, and one of those that share counts as storage.
alter table uploads add column original_id uuid, add column counted boolean not null default true;
create index uploads_original_id_idx on uploads (original_id) where original_id is not null;

-- Copies of courses: what each file and folder of the source is called in the copy, decided before the first of them is made, until the copy is whole.
create table file_copies (
  course_id uuid primary key,
  files integer not null default 0,
  skipped integer not null default 0,
  finished_at timestamptz(3)
);
create table copied_files (
  course_id uuid not null references file_copies (course_id) on delete cascade,
  from_id uuid not null,
  to_id uuid not null,
  nth integer not null,
  done boolean not null default false,
  primary key (course_id, from_id)
);
create index copied_files_open on copied_files (course_id, nth) where not done;
