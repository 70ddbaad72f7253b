-- Facts of a roster: thousands at once, of which nobody is notified one by one.
alter table kit.outbox add column quiet boolean;
