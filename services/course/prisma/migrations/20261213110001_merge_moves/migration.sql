-- Rows that merges of departments and subjects have moved: a merge that is taken back brings back those that are still where it put them.
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
create index merge_moves_merged on merge_moves (row_id) where kind = 'merged';
alter table subjects add column merged_at timestamptz(3);
