-- A notice may name several people: those who were put into a group.
alter table notices add column recipients uuid[] not null default '{}';
