-- Whose answer it is, so that it goes with them.
alter table kit.idempotency add column person text;
