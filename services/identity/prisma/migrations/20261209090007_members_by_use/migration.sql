-- no transaction
create index concurrently if not exists memberships_used on memberships (org_id, seen_at nulls first, person_id)
