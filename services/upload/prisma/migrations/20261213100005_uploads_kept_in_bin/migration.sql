-- no transaction
create index concurrently if not exists uploads_kept_in_bin on uploads (org_id) include (size, owner_id, deleted_at)
where deleted and purged_at is null and not is_folder and counted;
