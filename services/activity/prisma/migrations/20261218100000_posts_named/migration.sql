-- no transaction
-- Posts that are shown and name their author: counted per person, and compared with the time at which these were marked, without their texts.
create index concurrently if not exists posts_named on posts (topic_id, author_id, created_at) where state = 'shown' and author_id is not null;
