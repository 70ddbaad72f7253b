-- no transaction
-- The same by the times of a module.
create index concurrently if not exists modules_ends_at_idx on modules (ends_at) where ends_at is not null;
