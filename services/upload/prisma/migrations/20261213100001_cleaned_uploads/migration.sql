-- When the bytes of a purged upload were deleted.
alter table uploads add column cleaned_at timestamptz(3);
