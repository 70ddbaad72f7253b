-- Those of a mail that the organisation demands, beside others. `forced`: it demands all of them.
alter table mails add column forced_ids uuid[] not null default '{}';
