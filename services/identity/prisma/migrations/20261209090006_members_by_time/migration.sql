-- no transaction
create index concurrently if not exists memberships_made on memberships (org_id, created_at, person_id)
