-- What somebody does who is no student of the course is a trial. Of the rows from before those are trials too that hold nothing but a visit:
-- never told, not read, watched or completed, of nobody who is known as a student there. What holds more is kept as it is.
alter table progress add column trial boolean not null default false;
update progress p set trial = true where told_percent = 0 and completed_at is null and read_at is null and watched_seconds = 0
  and not exists (select from mirror.members m where m.course_id = p.course_id and m.person_id = p.person_id and m.role = 'student');
-- not by last_seen_at: an index on a column that each heartbeat writes costs every heartbeat
create index progress_trials on progress (first_seen_at) where trial;
