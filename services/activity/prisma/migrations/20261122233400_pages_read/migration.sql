-- the pages of a document, from upload's facts
alter table uploads add column pages int;
-- how many pages of an activity's documents a person has read; which they are stands in details
alter table progress add column pages_read int not null default 0;
