-- no transaction
create index concurrently if not exists shared_resources_reviewed on shared_resources (org_id, audit_status, shared_at desc, id desc);
