-- Files that are fetched from elsewhere: the mark of the version of which parts are in the store.
alter table uploads add column fetch_mark text;
