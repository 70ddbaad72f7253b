-- The session in which a browser was let in: with its end the browser gets nothing more.
alter table push_devices add column session text;
create index push_devices_session on push_devices (session) where session is not null;
