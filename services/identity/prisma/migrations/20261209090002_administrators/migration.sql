-- no transaction
create index concurrently if not exists memberships_administrators on memberships (org_id) where 'admin' = any (roles)
