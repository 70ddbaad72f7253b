-- Merges of departments that a row has followed, the last one at the end: of each what was merged, and into what.
alter table roster_rows add column merges uuid[] not null default '{}';
