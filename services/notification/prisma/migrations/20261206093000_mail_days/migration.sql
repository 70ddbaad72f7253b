-- The mails of an organisation in a day, by the day of its zone: beyond so many what is told to many waits for the next one.
create table mail_days (
  org_id uuid not null,
  day date not null,
  made integer not null,
  primary key (org_id, day)
);
