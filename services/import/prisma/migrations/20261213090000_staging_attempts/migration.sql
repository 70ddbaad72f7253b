-- The attempt that reads a run's lines: a process that has died can leave a batch on its way in the database, which must not join those of the next attempt.
-- prepared: the faults of the lines among others and the things that they name are written too.
alter table roster_runs add column staging uuid, add column prepared boolean not null default true;
