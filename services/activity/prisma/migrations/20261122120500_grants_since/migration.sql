-- grants that were decided by an older version of the activity than this have ended: it was hidden, deleted, closed earlier, opens later
-- or lost a file
alter table activities add column grants_since bigint not null default 0;
