-- Talk: topics in a course, its groups, its team of teachers and under its activities, and the posts in them.
create table topics (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  scope text not null,
  scope_id uuid,
  kind text not null,
  title text not null,
  anonymous boolean not null default false,
  comments boolean not null default false,
  post_first boolean not null default false,
  pinned smallint not null default 0,
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  closed boolean not null default false,
  last_n integer not null default 0,
  shown integer not null default 0,
  answer_n integer,
  last_at timestamptz(3) not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  deleted boolean not null default false,
  deleted_at timestamptz(3),
  deleted_by uuid,
  folded text,
  version bigint not null
);
create index topics_place on topics (course_id, scope, scope_id, pinned desc, last_at desc);
-- the comments under an activity are one topic; its topics go with it
create unique index topics_comments on topics (scope_id) where comments;
create index topics_activity on topics (scope_id) where scope = 'activity';
create index topics_deleted on topics (deleted_at) where deleted;
-- an erased person's
create index topics_begun on topics (created_by) where created_by is not null;
create index topics_deleter on topics (deleted_by) where deleted_by is not null;
create trigger topics_folded before insert or update of title on topics for each row execute function kit.fold_columns('title');

create table posts (
  id uuid primary key,
  topic_id uuid not null references topics (id) on delete cascade on update cascade,
  n integer,
  thread_n integer,
  parent_n integer,
  quote_n integer,
  author_id uuid,
  alias integer,
  body text not null,
  upload_ids uuid[] not null default '{}',
  words tsvector,
  state text not null default 'shown',
  reactions jsonb not null default '{}',
  edited_at timestamptz(3),
  removed_at timestamptz(3),
  removed_by uuid,
  version bigint not null,
  created_at timestamptz(3) not null
);
create unique index posts_topic_id_n_key on posts (topic_id, n);
create index posts_thread on posts (topic_id, thread_n, n);
create index posts_author on posts (author_id, created_at);
create index posts_words on posts using gin (words);
create index posts_removed on posts (removed_at) where state = 'removed' and body <> '';
create index posts_remover on posts (removed_by) where removed_by is not null;
create function post_words() returns trigger language plpgsql as $$
begin
  new.words := kit.search_words(left(regexp_replace(regexp_replace(new.body, '<[^>]*>', ' ', 'g'), '&[a-z0-9#]+;', ' ', 'g'), 100000));
  return new;
end $$;
create trigger posts_words before insert or update of body on posts for each row execute function post_words();

-- the authors of anonymous posts, for who moderates
create table post_authors (
  post_id uuid primary key references posts (id) on delete cascade on update cascade,
  person_id uuid not null
);
create index post_authors_person on post_authors (person_id);

create table post_versions (
  post_id uuid not null references posts (id) on delete cascade on update cascade,
  n integer not null,
  body text not null,
  by_id uuid,
  at timestamptz(3) not null,
  primary key (post_id, n)
);
create index post_versions_by on post_versions (by_id);

create table post_reactions (
  post_id uuid not null references posts (id) on delete cascade on update cascade,
  person_id uuid not null,
  name text not null,
  primary key (post_id, person_id, name)
);
create index post_reactions_person on post_reactions (person_id);

-- every reader's place in a topic: written often, and without a change of an index
create table topic_reads (
  topic_id uuid not null references topics (id) on delete cascade on update cascade,
  person_id uuid not null,
  read_n integer not null default 0,
  following smallint,
  posted boolean not null default false,
  version bigint not null,
  primary key (topic_id, person_id)
) with (fillfactor = 80);
create index topic_reads_person on topic_reads (person_id);

-- the numbers of anonymous students: one for each in a forum, a group or a course
create table topic_aliases (
  root_id uuid not null,
  person_id uuid not null,
  alias integer not null,
  primary key (root_id, person_id)
);
create unique index topic_aliases_alias on topic_aliases (root_id, alias);
create index topic_aliases_person on topic_aliases (person_id);
