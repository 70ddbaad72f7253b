-- Merges of departments of the last days, and the rows that each has moved: a merge that is taken back brings back those that are still where it put them.
create table department_merges (
  department_id uuid primary key references departments (id),
  org_id uuid not null,
  into_id uuid not null,
  -- the department above it before
  parent_id uuid,
  merged_by uuid,
  merged_at timestamptz(3) not null
);
create index department_merges_org on department_merges (org_id, merged_at desc);
create table merge_moves (
  -- what was merged, and what its row became part of
  source_id uuid not null,
  kind text not null,
  row_id uuid not null,
  into_id uuid not null,
  moved_at timestamptz(3) not null,
  primary key (source_id, kind, row_id)
);
create index merge_moves_moved_at on merge_moves (moved_at);
create index merge_moves_person on merge_moves (row_id) where kind = 'person';
