create table uploads (
  id uuid primary key,
  org_id uuid not null,
  owner_id uuid not null,
  key text not null,
  name text not null,
  type text not null,
  size bigint not null,
  status text not null,
  reason text,
  percent integer not null default 0,
  playable boolean not null default false,
  duration double precision,
  hls text,
  etag text,
  stored_at timestamptz(3),
  is_folder boolean not null default false,
  parent_type text,
  parent_id uuid,
  source text,
  storage_type text not null,
  transcoder text,
  allow_download boolean not null default false,
  is_scorm boolean not null default false,
  is_wmpkg boolean not null default false,
  is_marked_attachment boolean not null default false,
  embed_material_type text,
  block_secret text,
  multipart text,
  deleted boolean not null default false,
  version bigint not null,
  created_at timestamptz(3) not null default now()
);
create index uploads_owner_id_org_id_parent_id_idx on uploads (owner_id, org_id, parent_id);
create index uploads_parent_id_idx on uploads (parent_id);
-- what the sweep looks for: declared, never sent
create index uploads_waiting on uploads (created_at) where stored_at is null and not is_folder and not deleted;

create table videos (
  upload_id uuid not null references uploads on delete cascade,
  resolution text not null,
  width integer not null,
  height integer not null,
  duration double precision not null,
  bitrate integer not null default 0,
  primary key (upload_id, resolution)
);

create table blocks (
  upload_id uuid not null references uploads on delete cascade,
  index integer not null,
  hash text not null,
  temp text,
  etag text,
  primary key (upload_id, index)
);

create table upload_tokens (
  hash text primary key,
  upload_id uuid not null references uploads on delete cascade,
  kind text not null,
  expires_at timestamptz(3) not null
);
create index upload_tokens_expires_at_idx on upload_tokens (expires_at);

create table storage_used (
  org_id uuid not null,
  person_id uuid not null,
  bytes bigint not null default 0,
  primary key (org_id, person_id)
);

-- which activities use an upload: a copy, kept from activity's facts
create table upload_references (
  activity_id uuid not null,
  upload_id uuid not null,
  course_id uuid not null,
  org_id uuid not null,
  title text not null,
  type text not null,
  published boolean not null,
  version bigint not null,
  primary key (upload_id, activity_id)
);
create index upload_references_activity_id_idx on upload_references (activity_id);

-- sessions whose grants no longer hold; rows go when no grant can be older
create table ended_sessions (
  session text primary key,
  ended_at timestamptz(3) not null
);
create index ended_sessions_ended_at_idx on ended_sessions (ended_at);
