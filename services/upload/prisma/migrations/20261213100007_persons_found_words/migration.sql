-- no transaction
create index concurrently if not exists persons_found_words on mirror.persons using gin (kit.search_words(folded));
