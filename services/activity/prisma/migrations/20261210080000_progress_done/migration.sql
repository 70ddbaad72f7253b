-- no transaction
-- Done activities of a student: to-do lists pass over it and counts add it up without its rows.
create index concurrently if not exists progress_done on progress (person_id, course_id) include (activity_id) where completed_at is not null and not trial;
