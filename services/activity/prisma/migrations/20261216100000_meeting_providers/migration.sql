-- Providers of meetings: accounts of organisations, the meetings that were made there, presence in them, and recordings that come from there.
create table meeting_accounts (
  org_id uuid not null,
  provider text not null,
  account jsonb not null,
  secret bytea,
  is_on boolean not null,
  version bigint not null,
  primary key (org_id, provider)
);

alter table meetings
  add column made jsonb,
  add column fault text,
  add column alias_key uuid not null default gen_random_uuid(),
  add column look_at timestamptz(3),
  add column looked_at timestamptz(3),
  add column ask_at timestamptz(3),
  add column ask_n smallint not null default 0,
  add column gone_refs text[] not null default '{}';
create index meetings_org on meetings (org_id);
create index meetings_look_at on meetings (look_at) where look_at is not null;
create index meetings_ask_at on meetings (ask_at) where ask_at is not null;

alter table meeting_people add column seconds int not null default 0;

alter table meeting_recordings
  add column ref text,
  add column processing boolean not null default false;
create unique index meeting_recordings_ref on meeting_recordings (activity_id, ref);
