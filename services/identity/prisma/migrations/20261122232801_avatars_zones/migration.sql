-- A person's picture, and the time zone that they have chosen.
create table avatars (
  person_id uuid primary key references persons(id) on delete cascade on update cascade,
  id uuid not null unique,
  type text not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default now()
);
alter table persons add column time_zone text;
