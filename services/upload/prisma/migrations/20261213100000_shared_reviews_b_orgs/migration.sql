-- no transaction
call fill_rows('shared_resources', 'org_id = (select g.org_id from resource_groups g where g.id = t.group_id)', 'org_id is null')
