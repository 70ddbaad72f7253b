-- A parked fact that somebody wants handled again: the service looks every 10 s.
alter table kit.parked add column replay_at timestamptz;
