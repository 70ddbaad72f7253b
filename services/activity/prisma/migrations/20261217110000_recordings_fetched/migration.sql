-- Recordings that are fetched from their provider: the upload that each becomes, since when, and whether somebody wants another try. Accounts say whether they are.
alter table meeting_recordings
  add column file_id uuid,
  add column offered_at timestamptz(3),
  add column wanted boolean not null default false;
create index meeting_recordings_file on meeting_recordings (file_id) where file_id is not null;

alter table meeting_accounts add column fetches boolean not null default true;
