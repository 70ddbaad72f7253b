-- When the bytes of a purged upload were deleted. Those of before are, unless their job still waits or was given up.
alter table uploads add column cleaned_at timestamptz(3);
update uploads u set cleaned_at = u.purged_at where u.purged_at < now() - interval '1 day'
  and not exists (select from kit.jobs j where j.kind in ('cleanUpload', 'clean') and j.key = 'clean:' || u.id);
