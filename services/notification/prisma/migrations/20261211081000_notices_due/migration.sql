-- no transaction
-- notices_waiting stands in its place.
drop index concurrently if exists notices_due;
