-- Items that were made by hand and deleted: kept for a while, and who did it.
alter table score_items add column deleted_at timestamptz(3), add column deleted_by uuid;
