-- no transaction
create index concurrently if not exists uploads_uncleaned on uploads (purged_at, org_id) where purged_at is not null and cleaned_at is null;
