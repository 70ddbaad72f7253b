-- Courses that were copied from others, and the templates of an organisation.
alter table courses add column copied_from uuid, add column template boolean not null default false;
create index courses_templates_idx on courses (org_id, name) where template and not deleted;
