-- What a person chooses about their notifications; no row: everything as it comes.
create table preferences (
  person_id uuid primary key,
  time_zone text,
  -- minutes from midnight by the clock of the zone; both or none
  quiet_from smallint,
  quiet_to smallint,
  digest text not null default 'at_once',
  digest_hour smallint not null default 18,
  mail_off boolean not null default false,
  types jsonb not null default '{}',
  courses jsonb not null default '{}',
  updated_at timestamptz(3) not null,
  constraint preferences_quiet check ((quiet_from is null) = (quiet_to is null)),
  constraint preferences_digest check (digest in ('at_once', 'hourly', 'daily'))
);

-- What an organisation lets nobody turn off: { type: [channel] }.
create table notification_rules (
  org_id uuid primary key,
  forced jsonb not null,
  version bigint not null
);

-- Told by mail or push alone, where a person wants none of it on the page.
alter table notifications add column hidden boolean not null default false;

-- Notifications that wait for the next mail or push message of their person.
create table waiting (
  notification_id uuid not null,
  channel text not null,
  person_id uuid not null,
  org_id uuid not null,
  forced boolean not null,
  created_at timestamptz(3) not null,
  primary key (notification_id, channel)
);
create index waiting_person on waiting (person_id, channel, created_at);

-- A mail: its id is in its Message-ID, so that however often it is sent it is the same one.
create table mails (
  id uuid primary key,
  person_id uuid not null,
  org_id uuid not null,
  notification_ids uuid[] not null,
  forced boolean not null,
  -- waiting, sent, given_up, refused, not_sent (nothing of it was left, or no address)
  state text not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index mails_person on mails (person_id, created_at);
create index mails_ended on mails (ended_at);

-- Addresses that a mail server has refused for good. Another address of the person is another matter.
create table refused_addresses (
  person_id uuid primary key,
  address text not null,
  reason text not null,
  refused_at timestamptz(3) not null
);

create table push_devices (
  id uuid primary key,
  person_id uuid not null,
  org_id uuid not null,
  -- sha256 of the address: one device is one row
  endpoint_hash text not null unique,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamptz(3) not null,
  told_at timestamptz(3)
);
create index push_devices_person on push_devices (person_id);
