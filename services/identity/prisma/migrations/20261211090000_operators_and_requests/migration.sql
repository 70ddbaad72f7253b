-- Organisations can be suspended, operators of the installation see to them, and people make requests.
alter table organisations add column if not exists state text not null default 'active';
alter table organisations add column if not exists code text not null default '';
create unique index if not exists organisations_code on organisations (code) where code <> '' and not deleted;
create index if not exists organisations_suspended on organisations (id) where state = 'suspended';

create table operators (
  person_id uuid primary key references persons (id) on delete cascade,
  since timestamptz(3) not null default now()
);

create table org_requests (
  id uuid primary key,
  kind text not null,
  org_id uuid not null references organisations (id),
  person_id uuid not null references persons (id) on delete cascade,
  body jsonb not null,
  state text not null default 'open',
  decided_by uuid,
  decided_at timestamptz(3),
  reason text not null default '',
  version bigint not null default 0,
  created_at timestamptz(3) not null default now()
);
create index org_requests_decided on org_requests (org_id, kind, state, created_at, id);
create index org_requests_own on org_requests (person_id, created_at desc, id desc);
