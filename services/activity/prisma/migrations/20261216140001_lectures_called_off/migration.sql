-- A lecture that was called off as its students knew it: title, start and end.
alter table meetings add column called_off jsonb;
