-- Departments for which a row stood before they were merged, the last one at the end.
alter table roster_rows add column merged_from uuid[] not null default '{}';
