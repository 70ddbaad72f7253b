-- Notifications of meetings named the address to join where there was no room.
UPDATE notifications SET payload = payload #- '{params,location}'
WHERE type LIKE 'meeting\_%' AND payload #>> '{params,location}' ~* '^https?:';
UPDATE notices SET params = params - 'location' WHERE type LIKE 'meeting\_%' AND params ->> 'location' ~* '^https?:';
