-- Who is not told though they are among those whom a notice concerns: a course, and people.
alter table notices add column without_course_id uuid, add column without uuid[] not null default '{}';
