-- Things that lines name and the source has not: the id that the owner has of each, of this run alone. several: a code that more than one thing has.
alter table roster_references add column target_id uuid, add column several boolean not null default false;
create index roster_references_target_idx on roster_references (target_id) where target_id is not null;
