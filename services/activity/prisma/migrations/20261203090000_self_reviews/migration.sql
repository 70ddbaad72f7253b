-- What students say of their own work, as a part of its evaluation.
create table self_reviews (
  submission_id uuid not null references submissions (id) on delete cascade,
  person_id uuid not null,
  state text not null default 'open',
  points numeric(10, 4),
  criteria jsonb not null default '{}',
  rubric_n integer,
  comment text not null default '',
  version bigint not null,
  updated_at timestamptz(3),
  primary key (submission_id, person_id)
);
create index self_reviews_person_id_idx on self_reviews (person_id);
