-- How a person watches: speed, volume, captions.
alter table persons add column player jsonb;
