-- no transaction
create index concurrently if not exists memberships_more on memberships (org_id) where roles <> '{student}'
