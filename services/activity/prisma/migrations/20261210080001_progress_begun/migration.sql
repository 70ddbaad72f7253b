-- no transaction
-- Begun and undone activities of a student: few rows of many.
create index concurrently if not exists progress_begun on progress (person_id) where completed_at is null and not trial;
