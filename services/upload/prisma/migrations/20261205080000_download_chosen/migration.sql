-- Whether somebody decided over the download of a file. Of older files nobody knows, so that theirs stays as it is.
alter table uploads add column download_chosen boolean not null default true;
