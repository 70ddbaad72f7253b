-- Fails in the middle: what stands before it must not stay.
alter table activities add column proof_half text;
select 1 / 0;
