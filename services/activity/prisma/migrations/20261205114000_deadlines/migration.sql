-- no transaction
-- What has no due time is to be handed in until it closes.
create index concurrently if not exists personal_times_closes_idx on personal_times (closes) where closes is not null;
