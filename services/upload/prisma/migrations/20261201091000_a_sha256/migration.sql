-- The hash of files that were handed in.
alter table uploads add column sha256 text;
