-- Facts going out: written in the transaction that makes them true. `position` is null until the relay has handed the row on;
-- in one process the rows stay and are the log, read by position; with Kafka they go once acknowledged.
create table kit.outbox (
  seq bigserial primary key,
  position bigint,
  id uuid not null,
  type text not null,
  key text not null,
  org_id text not null,
  actor_id text,
  version bigint,
  traceparent text,
  hint jsonb,
  value text, -- proto3 JSON; null is the empty value: forget what this key held
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_waiting on kit.outbox (seq) where position is null;
create unique index outbox_log on kit.outbox (position) where position is not null;
create index outbox_key on kit.outbox (key, seq);

-- Facts come in: what was handled (or parked), so that a second copy is dropped and a request can wait for the first.
create table kit.inbox (
  id uuid primary key,
  at timestamptz not null default clock_timestamp()
);
create index inbox_at on kit.inbox using brin (at);

-- How far each partition is read: `position` is the next offset. Below rebuild_until it has all been seen once before.
create table kit.positions (
  topic text not null,
  partition int not null,
  position bigint not null,
  rebuild_until bigint not null default 0,
  primary key (topic, partition)
);

-- Facts that failed five times while the database answered: they wait here for a person.
create table kit.parked (
  id uuid primary key,
  topic text not null,
  partition int not null,
  position bigint not null,
  key text not null,
  headers jsonb not null,
  value text,
  error text not null,
  attempts int not null,
  parked_at timestamptz not null default clock_timestamp()
);
create index parked_key on kit.parked (key);

-- User actions in one process: acknowledged when they are here. One writer, so the order of `position` is the order of commits.
create table kit.actions (
  position bigserial primary key,
  key text not null,
  value text not null,
  at timestamptz not null default clock_timestamp()
);
create index actions_at on kit.actions using brin (at);
