-- The department in which another one has come to be: what other systems call the old one stands for the new one.
alter table departments add column merged_into uuid;
create index departments_merged on departments (merged_into) where merged_into is not null;
