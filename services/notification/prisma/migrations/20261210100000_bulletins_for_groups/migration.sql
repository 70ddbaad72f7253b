-- Groups of a course to which its bulletin is limited; an empty list leaves nobody out.
alter table bulletins add column groups uuid[] not null default '{}';
