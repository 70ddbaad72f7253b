-- What somebody does who is no student of the course is a trial. Rows from before that were never told and are of nobody who has ever been a
-- student there are trials too.
alter table progress add column trial boolean not null default false;
update progress p set trial = true where told_percent = 0
  and not exists (select from mirror.members m where m.course_id = p.course_id and m.person_id = p.person_id and m.role = 'student');
-- not by last_seen_at: an index on a column that each heartbeat writes costs every heartbeat
create index progress_trials on progress (first_seen_at) where trial;
