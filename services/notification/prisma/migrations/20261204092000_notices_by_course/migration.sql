-- no transaction
-- What came before somebody was known to be in the course.
create index concurrently if not exists notices_course on notices (course_id, created_at);
