create table bulletins (
  id uuid primary key,
  org_id uuid not null,
  -- null: the organisation's
  course_id uuid,
  title text not null,
  content text not null,
  text_upload_ids uuid[] not null default '{}',
  -- [{ upload_id, name }]
  attachments jsonb not null default '[]',
  state text not null,
  publish_at timestamptz(3),
  expires_at timestamptz(3),
  pinned boolean not null default false,
  confirm boolean not null default false,
  -- whom it is for; an empty list leaves nobody out
  departments uuid[] not null default '{}',
  roles text[] not null default '{}',
  courses uuid[] not null default '{}',
  -- a fact says that it is out
  told boolean not null default false,
  created_by uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted boolean not null default false,
  deleted_at timestamptz(3),
  version bigint not null,
  constraint bulletins_state check (state in ('draft', 'published') and (state = 'draft' or publish_at is not null))
);
create index bulletins_org on bulletins (org_id, pinned desc, publish_at desc, id) where course_id is null and not deleted;
create index bulletins_course on bulletins (course_id, pinned desc, publish_at desc, id) where course_id is not null and not deleted;
create index bulletins_due on bulletins (publish_at) where state = 'published' and not told and not deleted;
create index bulletins_purge on bulletins (deleted_at) where deleted;

create table bulletin_readers (
  bulletin_id uuid not null references bulletins (id) on delete cascade,
  person_id uuid not null,
  -- in the popup
  seen_at timestamptz(3),
  read_at timestamptz(3),
  confirmed_at timestamptz(3),
  primary key (bulletin_id, person_id)
);
create index bulletin_readers_person on bulletin_readers (person_id);

-- A projection of uploads: whose a file is, and what it is called.
create table uploads (
  id uuid primary key,
  org_id uuid not null,
  person_id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  stored boolean not null,
  deleted boolean not null,
  version bigint not null
);
