-- The texts of files of work, for its comparison.
create table file_texts (
  submission_id uuid not null references submissions (id) on delete cascade on update cascade,
  upload_id uuid not null,
  text text,
  unknown text,
  cut boolean not null default false,
  asked integer not null default 1,
  primary key (submission_id, upload_id)
);
