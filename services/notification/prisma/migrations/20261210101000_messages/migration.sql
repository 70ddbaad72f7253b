-- Messages of those who teach to members of a course, and the members whom each reached.
create table messages (
  id uuid primary key,
  org_id uuid not null,
  course_id uuid not null,
  sender_id uuid not null,
  text text not null,
  -- at the time of sending
  recipients integer not null,
  created_at timestamptz(3) not null
);
create index messages_sent on messages (sender_id, created_at desc);
create index messages_sent_in_course on messages (course_id, sender_id, id desc);

create table message_recipients (
  message_id uuid not null references messages (id) on delete cascade,
  person_id uuid not null,
  primary key (message_id, person_id)
);
create index message_recipients_person on message_recipients (person_id);
