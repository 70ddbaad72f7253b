-- When somebody was last here, to the hour: the management counts who is active.
ALTER TABLE memberships ADD COLUMN seen_at timestamptz(3);
CREATE INDEX memberships_org_id_seen_at_idx ON memberships (org_id, seen_at);
