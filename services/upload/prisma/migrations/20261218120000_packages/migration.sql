-- Packages of lessons: what the manifest of an uploaded archive says, the directory of the archive, and the doors by which browsers read its files.
create table packages (
  upload_id uuid primary key references uploads (id) on delete cascade,
  etag text not null,
  state text not null check (state in ('ready', 'failed')),
  kind text,
  reason text,
  params jsonb not null default '{}',
  title text not null default '',
  manifest jsonb not null default '{}',
  files int not null default 0,
  opened_at timestamptz(3) not null default now()
);

-- Of the upload that brought the bytes: those that share them have one directory. `folded` is the path in small letters and composed, `at` the place
-- of the entry in the archive.
create table package_files (
  original_id uuid not null references uploads (id) on delete cascade,
  folded text not null,
  path text not null,
  at bigint not null,
  packed bigint not null,
  size bigint not null,
  method smallint not null,
  crc bigint not null,
  primary key (original_id, folded)
);

-- `hash` is that of the secret in the addresses; the grant is renewed under it. `origin` is the only one at which the door opens, `pages` those that
-- may frame it.
create table package_doors (
  hash bytea primary key,
  upload_id uuid not null references uploads (id) on delete cascade,
  person_id uuid,
  sealed_grant text not null,
  origin text not null,
  pages text not null,
  expires_at timestamptz(3) not null
);
create index package_doors_upload on package_doors (upload_id);
create index package_doors_expires on package_doors (expires_at);
