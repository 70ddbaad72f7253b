-- What managers look at: recordings whose conversion failed, and who keeps most.
CREATE INDEX uploads_failed_idx ON uploads (org_id, created_at DESC, id)
  WHERE status = 'failed' AND type IN ('video', 'audio') AND stored_at IS NOT NULL AND NOT deleted;
CREATE INDEX storage_used_org_id_bytes_idx ON storage_used (org_id, bytes DESC, person_id);
