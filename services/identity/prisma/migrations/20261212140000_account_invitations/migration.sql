-- Invitations to an account: each waits, is sent so many in an hour, and sets a password once. hash: sha256 of the token of its link.
create table account_invitations (
  id uuid primary key,
  org_id uuid not null references organisations (id),
  person_id uuid not null references persons (id) on delete cascade,
  -- the site's own address
  base text not null,
  -- of a link that its person asked for again: before the others
  urgent boolean not null default false,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  tries smallint not null default 0,
  failed_at timestamptz(3),
  email text,
  hash bytea,
  sent_at timestamptz(3),
  expires_at timestamptz(3),
  used_at timestamptz(3)
);
create unique index account_invitations_hash_key on account_invitations (hash) where hash is not null;
create unique index account_invitations_waiting_key on account_invitations (org_id, person_id) where sent_at is null and failed_at is null;
create index account_invitations_due_idx on account_invitations (org_id, urgent desc, due_at, id) where sent_at is null and failed_at is null;
create index account_invitations_sent_idx on account_invitations (org_id, sent_at) where sent_at is not null;
create index account_invitations_person_idx on account_invitations (person_id);
create index account_invitations_created_idx on account_invitations (created_at);

-- The import that has made the membership.
alter table memberships add column import_id uuid;
