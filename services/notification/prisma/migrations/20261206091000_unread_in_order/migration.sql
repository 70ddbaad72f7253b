-- no transaction
-- The list of unread ones, newest first.
create index concurrently if not exists notifications_unread_in_order on notifications (person_id, id) where read_at is null and not hidden;
