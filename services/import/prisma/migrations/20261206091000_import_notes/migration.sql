-- All that was left out of an item; `code` and `params` are the first of it.
alter table import_items add column notes jsonb not null default '[]';
