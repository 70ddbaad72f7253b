-- no transaction
-- The list of one course.
create index concurrently if not exists notifications_person_course on notifications (person_id, course_id, id) where not hidden;
