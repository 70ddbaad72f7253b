-- no transaction
-- Reminders of exams look for the modules that open soon.
create index concurrently if not exists modules_starts_at_idx on modules (starts_at) where starts_at is not null;
