-- Moderation of talk: posts that wait, reports of posts, and the queue of those that who moderates is to look at.
alter table posts add column removed_from text;
alter table posts add column was_answer boolean not null default false;
alter table posts add column hidden_reason text not null default '';

create table talk_settings (
  course_id uuid primary key,
  org_id uuid not null,
  moderation text not null default 'nobody',
  version bigint not null
);

create table post_reports (
  post_id uuid not null references posts (id) on delete cascade on update cascade,
  person_id uuid not null,
  reason text not null,
  body text not null default '',
  state text not null default 'open',
  at timestamptz(3) not null,
  primary key (post_id, person_id)
);
create index post_reports_person on post_reports (person_id, at);

-- a row for each post that waits or has open reports
create table post_looks (
  post_id uuid primary key references posts (id) on delete cascade on update cascade,
  course_id uuid not null,
  waiting boolean not null,
  reports integer not null,
  since timestamptz(3) not null
);
create index post_looks_course on post_looks (course_id, since);
