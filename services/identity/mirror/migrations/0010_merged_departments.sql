-- The department into which one was merged. Facts of a chain of merges come in any order: what is moved into one that is itself merged goes on from
-- there. Empty in rows that are older than this until the next fact about the department.
alter table mirror.departments add column merged_into uuid;
