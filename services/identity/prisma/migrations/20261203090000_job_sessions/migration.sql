-- Sessions of jobs, which go on for a person after their call.

alter table sessions add column kind text not null default 'person';
