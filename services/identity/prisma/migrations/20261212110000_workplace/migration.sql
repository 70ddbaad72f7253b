-- The workplace messenger of an organisation, its people and its chats there.
create table workplaces (
  org_id uuid primary key references organisations (id),
  kind text not null,
  keys bytea not null,
  is_on boolean not null,
  changed_at timestamptz(3) not null,
  version bigint not null
);

create table workplace_users (
  org_id uuid not null references organisations (id),
  person_id uuid not null references persons (id) on delete cascade,
  user_id text,
  found_by text not null,
  looked_at timestamptz(3) not null,
  primary key (org_id, person_id)
);
create index workplace_users_person on workplace_users (person_id);

create table workplace_chats (
  org_id uuid not null references organisations (id),
  course_id uuid not null,
  chat_id text,
  url text,
  made_at timestamptz(3) not null,
  primary key (org_id, course_id)
);

create table workplace_chat_people (
  org_id uuid not null references organisations (id),
  course_id uuid not null,
  person_id uuid not null references persons (id) on delete cascade,
  inside boolean not null,
  primary key (org_id, course_id, person_id)
);
create index workplace_chat_people_person on workplace_chat_people (person_id);

alter table auth_codes add column if not exists sent_by text;
alter table auth_codes add column if not exists instead boolean not null default false;
