-- no transaction
-- notifications_unread_listed stands in its place.
drop index concurrently if exists notifications_unread;
