-- no transaction
create index concurrently if not exists memberships_ends on memberships (until) where state = 'active' and until is not null
