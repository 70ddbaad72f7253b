-- no transaction
-- Which were read long ago, and go.
create index concurrently if not exists notifications_read on notifications (read_at) where read_at is not null;
