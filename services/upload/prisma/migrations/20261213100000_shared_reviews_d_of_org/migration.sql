-- no transaction
create index concurrently if not exists shared_resources_of_org on shared_resources (org_id, shared_at desc, id desc);
