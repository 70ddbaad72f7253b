-- from activity's facts: grants of this activity that were decided by an older version of it have ended
create table grant_revocations (
  activity_id uuid primary key,
  before bigint not null
);
