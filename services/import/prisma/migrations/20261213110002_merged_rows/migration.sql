-- no transaction
create index concurrently if not exists roster_rows_merged_idx on roster_rows (source_id) where kind = 'departments' and merges <> '{}';
