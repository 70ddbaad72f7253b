-- Keys from before accents counted by themselves: where they say nothing, accents go on not to count.
update question_versions
set key = key || '{"accent_sensitive": false}'
where type = 'short_answer' and key->'accepted' is not null and key->'accent_sensitive' is null;

update question_versions
set key = jsonb_set(key, '{blanks}', (
  select jsonb_object_agg(
    blank.id,
    case when blank.of->'texts' is not null and blank.of->'accent_sensitive' is null
      then blank.of || '{"accent_sensitive": false}' else blank.of end
  )
  from jsonb_each(key->'blanks') as blank (id, of)
))
where type = 'blanks' and key->'blanks' is not null and key->'blanks' <> '{}';
