-- A deadline moves with its terms, by what they say more than before: time that was added and pauses stay. Null: begun before this was kept.
alter table attempts add column terms_deadline timestamptz(3);
-- How far an attempt without a way back has come: slots before it are not answered any more.
alter table attempts add column furthest smallint not null default 0;
-- The exam stands still for everybody: who begins now waits too.
alter table exam_access add column paused_at timestamptz(3);
