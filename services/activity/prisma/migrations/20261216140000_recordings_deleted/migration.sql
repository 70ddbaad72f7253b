-- Recordings that were deleted a moment ago: they come back as they were, and nobody is notified of them twice.
alter table meeting_recordings add column deleted_at timestamptz(3);
