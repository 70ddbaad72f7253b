-- Organisations that have suspended a person. Their memberships are no rows here; a list that names them says so, and a course of such an organisation is
-- closed to them. Empty in rows that are older than this: nobody was suspended then.
alter table mirror.persons add column suspended_in uuid[] not null default '{}';
