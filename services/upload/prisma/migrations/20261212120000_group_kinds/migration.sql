-- Groups that share files, and teaching-and-research groups, which managers make and list.
alter table resource_groups add column kind text not null default 'sharing';
create index resource_groups_kind on resource_groups (org_id, kind, name, id) where not deleted;
