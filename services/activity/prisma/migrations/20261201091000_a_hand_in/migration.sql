-- What hand-ins ask of files, names of a draft's files, and when somebody was reminded.
alter table uploads add column extension text not null default '', add column stored boolean not null default false, add column sha256 text;
update uploads set extension = coalesce(lower(substring(name from '\.([^.]+)$')), ''), stored = status = 'ready' or playable;
alter table submissions add column draft_names text[] not null default '{}';
create index submissions_person_id_idx on submissions (person_id);
create table reminders (
  activity_id uuid not null references activities (id) on delete cascade on update cascade,
  person_id uuid not null,
  at timestamptz(3) not null,
  primary key (activity_id, person_id)
);
create index reminders_person_id_idx on reminders (person_id);
