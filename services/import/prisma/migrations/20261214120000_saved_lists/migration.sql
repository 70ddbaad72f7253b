-- Lists that a page has saved are exports without a task: their name and rows are written at once, and they go after a month.
alter table exports add column name text, add column rows integer;
-- The department of a bound person and those above it, so that a manager sees what was taken out of those below theirs.
alter table exports add column departments uuid[] not null default '{}';
update exports set departments = array[department_id] where department_id is not null;
create index exports_department on exports (department_id) where department_id is not null;
