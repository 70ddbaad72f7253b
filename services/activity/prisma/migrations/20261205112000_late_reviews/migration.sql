-- Up to when works that were handed in after the reviews were given out have theirs.
alter table peer_rounds add column late_at timestamptz(3);
