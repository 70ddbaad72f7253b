-- Answers of writes by their Idempotency-Key (id: sha256 of person, call and key), for 24 hours.
create table kit.idempotency (
  id text primary key,
  hash text not null,
  status smallint not null,
  answer jsonb not null,
  at timestamptz not null default now()
);
create index idempotency_at on kit.idempotency (at);
