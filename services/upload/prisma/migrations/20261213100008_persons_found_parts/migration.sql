-- no transaction, with pg_trgm
create index concurrently if not exists persons_found on mirror.persons using gin (folded gin_trgm_ops);
