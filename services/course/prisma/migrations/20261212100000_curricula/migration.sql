-- Subjects of an organisation, and curricula of its programs with the classes that follow them.
create table subjects (
  id uuid primary key,
  org_id uuid not null,
  code text not null,
  name text not null,
  department_id uuid,
  merged_into uuid,
  former_codes text[] not null default '{}',
  version bigint not null,
  deleted_at timestamptz(3)
);
create unique index subjects_code_key on subjects (org_id, kit.caseless(code)) where deleted_at is null;
create table curricula (
  id uuid primary key,
  org_id uuid not null,
  program_id uuid not null,
  name text not null,
  terms integer not null,
  version bigint not null,
  deleted_at timestamptz(3)
);
create index curricula_org_id_idx on curricula (org_id, program_id);
create table curriculum_rows (
  curriculum_id uuid not null,
  nth integer not null,
  term integer not null,
  course_code text not null,
  compulsory boolean not null,
  credits numeric(6, 2) not null,
  primary key (curriculum_id, nth)
);
create table curriculum_links (
  id uuid primary key,
  org_id uuid not null,
  curriculum_id uuid not null,
  klass_id uuid not null,
  term integer not null,
  term_id uuid,
  department_id uuid,
  source text not null unique,
  state text not null,
  removals integer not null default 0,
  confirmed integer not null default 0,
  ended_since timestamptz(3),
  ended_count integer not null default 0,
  version bigint not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  released boolean not null default false
);
create unique index curriculum_links_klass_key on curriculum_links (klass_id, curriculum_id, term) where state <> 'ended';
create index curriculum_links_curriculum_id_idx on curriculum_links (curriculum_id);
create index curriculum_links_live_idx on curriculum_links (id) where not released;
