-- whose film an upload of the type link is, from upload's facts
alter table uploads add column provider text;
