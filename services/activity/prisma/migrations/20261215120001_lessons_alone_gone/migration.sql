-- no transaction
-- Its rows are in the index of 20261215120000 too, each lesson of a series by itself.
drop index concurrently if exists class_sessions_lesson;
