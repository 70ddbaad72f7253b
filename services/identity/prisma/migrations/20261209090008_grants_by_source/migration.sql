-- no transaction
create index concurrently if not exists role_grants_source on role_grants (org_id, source, person_id) where source <> 'hand'
