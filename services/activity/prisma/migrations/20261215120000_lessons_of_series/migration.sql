-- no transaction
-- Lessons of a series share their id: each is noted once by its time.
create unique index concurrently if not exists class_sessions_lesson_at on class_sessions (course_id, lesson_id, started_at) where lesson_id is not null;
