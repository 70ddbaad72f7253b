-- The item of a course's gradebook whose scores follow from something else than work: 'attendance', one in a course.
alter table score_items add column source text;
create unique index score_items_source on score_items (course_id, source) where source is not null;
