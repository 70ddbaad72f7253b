-- no transaction
-- Of a bundle of many thousand the oldest come first.
create index concurrently if not exists notices_waiting on notices (bundle, created_at, fact_id) where not delivered;
