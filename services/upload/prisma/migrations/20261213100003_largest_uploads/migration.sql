-- no transaction
create index concurrently if not exists uploads_largest on uploads (org_id, size desc, id) include (type, course_id, owner_id)
where not deleted and not is_folder and counted and not (status = 'failed' and stored_at is null);
