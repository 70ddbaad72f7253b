-- The courses of an organisation are counted by this index alone.
create index courses_live_idx on courses (org_id) where not deleted;
