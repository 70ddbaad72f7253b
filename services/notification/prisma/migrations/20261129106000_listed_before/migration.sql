-- no transaction
-- notifications_listed stands in its place.
drop index concurrently if exists notifications_person_id_id_idx;
