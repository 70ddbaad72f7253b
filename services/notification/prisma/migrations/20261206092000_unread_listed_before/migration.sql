-- no transaction
-- notifications_unread_in_order stands in its place.
drop index concurrently if exists notifications_unread_listed;
