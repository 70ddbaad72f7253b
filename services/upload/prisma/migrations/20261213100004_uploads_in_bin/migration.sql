-- no transaction
create index concurrently if not exists uploads_in_bin on uploads (org_id, deleted_at desc, id desc)
where deleted and purged_at is null and deleted_with = id;
