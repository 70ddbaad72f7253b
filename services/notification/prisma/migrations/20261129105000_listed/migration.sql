-- no transaction
-- The list, without what is hidden from the page, and its number.
create index concurrently if not exists notifications_listed on notifications (person_id, id) where not hidden;
