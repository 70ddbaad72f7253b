-- Of each device the newest late answer of a question is kept. Rows of before, and those of the previous release during an upgrade, are of a device
-- of their own each: none replaces another.
alter table late_answers
  add column device uuid not null default gen_random_uuid(),
  add column seq integer not null default 0;
alter table late_answers drop constraint late_answers_pkey, add primary key (attempt_id, slot, device);
