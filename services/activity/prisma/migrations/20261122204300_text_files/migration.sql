-- The files in the text, of types whose texts' files are not among their uploads.
alter table activities add column text_upload_ids uuid[] not null default '{}';
