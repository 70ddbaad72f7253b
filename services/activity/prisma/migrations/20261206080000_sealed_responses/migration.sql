-- Which answers of an open anonymous questionnaire are not shown yet, and the group of each, are sealed: a copy of the database tells neither.
alter table respondents add column waiting text;
alter table responses add column sealed_group text;
-- beside one answer more, what was shown of the last five told it
update respondents set shown = null where shown is not null;
-- a group of fewer than five answers is never shown, and where fewer than five have none, none is
update responses r set group_id = null from (
  select activity_id, group_id from responses where group_id is not null group by activity_id, group_id having count(*) < 5) s
where r.activity_id = s.activity_id and r.group_id = s.group_id;
update responses r set group_id = null from (
  select activity_id from responses group by activity_id having count(*) filter (where group_id is null) between 1 and 4) s
where r.activity_id = s.activity_id and r.group_id is not null;
