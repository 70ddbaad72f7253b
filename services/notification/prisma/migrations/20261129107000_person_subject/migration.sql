-- no transaction
-- Read when what it is about is opened.
create index concurrently if not exists notifications_person_subject on notifications (person_id, subject_id) where read_at is null;
