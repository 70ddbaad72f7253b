-- When a module opens and closes, and whether students see it: its activities follow it.
alter table modules add column published boolean not null default true, add column starts_at timestamptz(3), add column ends_at timestamptz(3);
-- every question whether students see an activity asks whether its module is hidden; few are
create index modules_hidden on modules (id) where not published;
