-- no transaction
-- What the badge counts, without those that are hidden from the page.
create index concurrently if not exists notifications_unread_listed on notifications (person_id) where read_at is null and not hidden;
