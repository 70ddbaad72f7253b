-- whether a fact carries the count of the pages; those counted before are told by the periodic job
alter table uploads add column pages_told boolean not null default false;
create index uploads_untold_pages_idx on uploads (id) where pages is not null and not pages_told and not deleted;
