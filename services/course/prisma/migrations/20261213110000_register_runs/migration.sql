-- no transaction
create index concurrently if not exists tasks_registers on kit.tasks (org_id, started_at desc) where kind = 'syncRegister';
