-- Steps of a change of many people: of each step who was changed, and their fields before and after, so that the whole can be undone for some minutes.
create table bulk_steps (
  id uuid primary key,
  task text not null,
  org_id uuid not null,
  person_id uuid not null,
  -- [{ id, was, became, keepers }]
  members jsonb not null,
  -- of the task that undoes it; one that ends without it can be followed by another
  undo_task text,
  created_at timestamptz(3) not null default now()
);
create index bulk_steps_task on bulk_steps (task, id);
create index bulk_steps_created on bulk_steps (created_at);
