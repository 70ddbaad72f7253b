-- Of a course that is not open here yet: the fact that opens it may be on the way. Until then it is kept.
alter table notices add column held_until timestamptz(3);
