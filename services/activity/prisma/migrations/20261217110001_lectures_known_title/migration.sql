-- The title that students were shown: the one of a lecture that is called off, whatever is written with that.
alter table meetings add column known_title text;
update meetings m set known_title = a.title from activities a where a.id = m.activity_id and m.known_start is not null;
