-- no transaction
create index concurrently if not exists memberships_suspended on memberships (org_id) where state = 'suspended'
