-- files of a course; null: its owner's own
alter table uploads add column course_id uuid;
create index uploads_course_id_parent_id_idx on uploads (course_id, parent_id);

-- what is deleted can be brought back for a while; deleted_with names what was deleted: itself, or a folder above
alter table uploads add column deleted_at timestamptz(3), add column deleted_with uuid, add column purged_at timestamptz(3);
update uploads set deleted_at = now(), deleted_with = id, purged_at = now() where deleted;
create index uploads_deleted_with_idx on uploads (deleted_with);
create index uploads_bin on uploads (owner_id, org_id, deleted_at) where deleted and purged_at is null;
create index uploads_bin_old on uploads (deleted_at) where deleted and purged_at is null;

create table resource_groups (
  id uuid primary key,
  org_id uuid not null,
  name text not null,
  deleted boolean not null default false,
  created_by uuid not null,
  created_at timestamptz(3) not null default now()
);

create table resource_group_members (
  group_id uuid not null references resource_groups on delete cascade,
  person_id uuid not null,
  role text not null,
  joined_at timestamptz(3) not null default now(),
  primary key (group_id, person_id)
);
create index resource_group_members_person_id_idx on resource_group_members (person_id);

create table shared_resources (
  id uuid primary key,
  group_id uuid not null references resource_groups on delete cascade,
  upload_id uuid not null references uploads on delete cascade,
  shared_by uuid not null,
  shared_at timestamptz(3) not null default now(),
  audit_status text not null default 'agree',
  unique (group_id, upload_id)
);
create index shared_resources_upload_id_idx on shared_resources (upload_id);
