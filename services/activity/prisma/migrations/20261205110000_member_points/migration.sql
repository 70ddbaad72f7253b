-- What single members of a group are given, where its work has a mark for each: who is missing has the points of the group.
create table member_points (
  submission_id uuid not null references submissions (id) on delete cascade,
  n integer not null,
  person_id uuid not null,
  points numeric(10, 4) not null,
  primary key (submission_id, n, person_id)
);
create index member_points_person_id_idx on member_points (person_id);
