-- The number of times that the provider was asked by itself where the film of a recording is now, since the address before has expired.
alter table meeting_recordings add column asked_again smallint not null default 0;
