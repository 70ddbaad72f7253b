-- What has no due time is to be handed in until it closes.
create index personal_times_closes_idx on personal_times (closes) where closes is not null;
create index modules_ends_at_idx on modules (ends_at) where ends_at is not null;
