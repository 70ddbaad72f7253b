-- Times in settings that PostgreSQL or a calendar cannot read (year 0, an offset of 20 hours) were accepted once: one of them would break every list
-- that casts it. The setting has its default again.
update activities set settings = settings - 'peer_due'
  where settings ->> 'peer_due' !~* '^(19[7-9][0-9]|2[01][0-9]{2})-.*(z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$';
update activities set settings = settings - 'resubmit_until'
  where settings ->> 'resubmit_until' !~* '^(19[7-9][0-9]|2[01][0-9]{2})-.*(z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$';
