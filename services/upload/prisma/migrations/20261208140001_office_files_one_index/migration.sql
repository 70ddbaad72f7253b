-- no transaction
-- Its rows are in the index of 20261208140000 too.
drop index concurrently if exists uploads_unconverted_idx;
