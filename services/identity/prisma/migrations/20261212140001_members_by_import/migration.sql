-- no transaction
create index concurrently if not exists memberships_import_idx on memberships (org_id, import_id) where import_id is not null;
