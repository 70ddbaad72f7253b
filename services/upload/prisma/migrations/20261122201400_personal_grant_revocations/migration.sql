-- from activity's facts: this person's grants of the activity that were decided by older times of theirs have ended
create table personal_grant_revocations (
  activity_id uuid not null,
  person_id uuid not null,
  before bigint not null,
  primary key (activity_id, person_id)
);
