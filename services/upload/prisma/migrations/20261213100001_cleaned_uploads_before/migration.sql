-- no transaction
-- Those of before are deleted, unless their job still waits or was given up.
call fill_rows('uploads', 'cleaned_at = t.purged_at', $$t.purged_at < now() - interval '1 day' and t.cleaned_at is null
  and not exists (select from kit.jobs j where j.kind in ('cleanUpload', 'clean') and j.key = 'clean:' || t.id)$$)
