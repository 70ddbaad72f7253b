alter table submissions add column rework_before text not null default '', add column returned_before timestamptz(3);
