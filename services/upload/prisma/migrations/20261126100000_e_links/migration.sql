-- films that lie elsewhere: uploads of the type link, without bytes
alter table uploads add column link_url text, add column provider text, add column film_id text;
