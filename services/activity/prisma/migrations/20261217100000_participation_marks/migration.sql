-- What a student's posts in a forum are given by its rubric; done, its points are the student's score.
create table participation_marks (
  activity_id uuid not null references activities (id) on delete cascade on update cascade,
  person_id uuid not null,
  marker_id uuid,
  points numeric(10, 4),
  criteria jsonb not null default '{}',
  rubric_n integer,
  comment text not null default '',
  state text not null default 'draft',
  version bigint not null,
  updated_at timestamptz(3) not null,
  primary key (activity_id, person_id)
);
create index participation_marks_person_id_idx on participation_marks (person_id);
create index participation_marks_marker_id_idx on participation_marks (marker_id);
