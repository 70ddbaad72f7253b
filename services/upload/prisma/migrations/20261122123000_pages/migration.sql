-- why the pages of a PDF cannot be counted: encrypted, broken, tooLarge, tooCostly. Both null: not counted yet
alter table uploads add column pages_unknown text;
create index uploads_uncounted_idx on uploads (id)
  where pages is null and pages_unknown is null and status = 'ready' and not deleted and (lower(name) ~ '\.pdf$' or preview_status = 'ready');
