-- The files of a vote's question: the vote holds them, and who is in the class opens them by its grants.
alter table votes add column upload_ids uuid[] not null default '{}';
