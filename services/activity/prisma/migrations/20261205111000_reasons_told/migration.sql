-- Students read why a score was set by hand: a reason that was given before they did stays in the history alone.
alter table score_changes add column told boolean not null default false;
alter table score_changes alter column told set default true;
