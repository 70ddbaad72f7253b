-- What the files of an earlier state of a draft are called by their owners.
alter table submission_drafts add column names text[] not null default '{}';
