-- Facts of meetings named the address to join where there was no room: in one process the outbox is the log, and keeps them.
UPDATE kit.outbox SET value = (value::jsonb || '{"location": ""}')::text
WHERE type = 'lyceum.calendar.v1.MeetingChanged' AND value::jsonb ->> 'location' ~* '^https?:';
