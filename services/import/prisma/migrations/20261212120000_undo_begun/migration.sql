-- An undo that has undone something and did not end: it can only be undone further.
alter table roster_runs add column undo_begun boolean not null default false;
