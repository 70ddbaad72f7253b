-- People whom the report of a class was sent to, who may read it.
create table class_report_people (
  session_id uuid not null references class_sessions (id) on delete cascade on update cascade,
  person_id uuid not null,
  task text not null,
  sent_at timestamptz(3) not null,
  primary key (session_id, person_id)
);
create index class_report_people_person on class_report_people (person_id);
