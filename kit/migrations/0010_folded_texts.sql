-- Texts as a search compares them, the same as kit/src/text/folded.ts, whose test holds both together. The server's locale plays no part: in that of C
-- lower() knows ASCII alone.
create function kit.plain_text(source text) returns text language plpgsql immutable strict parallel safe as $$
declare
  made text := translate(source, '`´‘’‚‛ʹʼʹ′‵', repeat('''', 11));
begin
  if octet_length(made) = length(made) then
    made := lower(made collate "C");
  else
    made := translate(made, '“”„‟″', '"""""');
    made := regexp_replace(made, '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g');
    made := lower(normalize(made, nfkd) collate "C");
    if made ~ '[\u00c6-\u024f\u0370-\u0587\u1e00-\u1eff]' then
      made := translate(made,
        'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏА' ||
        'БВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸ' ||
        'ԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞỺỼỾðđħıłŋøŧς',
        'ædoþdhlnœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџа' ||
        'бвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէը' ||
        'թժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆßỻỽỿddhilnotσ');
    end if;
    if made ~ '[ßẞæÆœŒþÞ\u0300-\u036f]' then
      made := replace(replace(replace(replace(made, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      -- only of Latin letters: in Thai such marks are vowels and tones, and й is a letter of its own
      made := regexp_replace(made, '([a-zµ-ɏ])[\u0300-\u036f]+', '\1', 'g');
    end if;
    -- Thai and Lao marks look the same in any order, and two เ like แ
    if made ~ '[\u0e40\u0e48-\u0e4e\u0ec8-\u0ecd]' then
      made := regexp_replace(made, '([\u0e48-\u0e4e\u0ec8-\u0ecd]+)([\u0e31\u0e34-\u0e3a\u0e47\u0eb1\u0eb4-\u0ebb]+)', '\2\1', 'g');
      made := regexp_replace(made, '([\u0e4c-\u0e4e\u0ecc\u0ecd]+)([\u0e48-\u0e4b\u0ec8-\u0ecb]+)', '\2\1', 'g');
      made := regexp_replace(made, '(\u0e4d\u0e32|\u0ecd\u0eb2)([\u0e48-\u0e4b\u0ec8-\u0ecb])', '\2\1', 'g');
      made := replace(made, 'เเ', 'แ');
    end if;
    made := translate(normalize(made, nfkc), '‐‑‒–—―−', repeat('-', 7));
  end if;
  if made ~ '[\t-\r\u1680\u2028\u2029]|  ' then
    made := regexp_replace(made, '[\t-\r \u1680\u2028\u2029]+', ' ', 'g');
  end if;
  return btrim(made, ' ');
end $$;
-- The form in which any part of a text is found: a code is the same with a hyphen, with a blank and without, and so is a Chinese name.
create function kit.folded(source text) returns text language plpgsql immutable strict parallel safe as $$
declare
  made text := kit.plain_text(source);
begin
  if strpos(made, '-') > 0 then
    made := regexp_replace(made, '(?<=[a-z\u0370-\u058f\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff0-9])-+(?=[a-z\u0370-\u058f\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff0-9])', '', 'g');
  end if;
  if made ~ '[0-9]' then
    made := regexp_replace(made, '(?<=[a-z\u0370-\u058f]) (?=[0-9])|(?<=[0-9]) (?=[a-z\u0370-\u058f])', '', 'g');
  end if;
  if octet_length(made) > length(made) then
    made := regexp_replace(made, ' (?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])|(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]) ', '', 'g');
  end if;
  return made;
end $$;

-- Words are those between blanks and punctuation; the scripts that are written without blanks have each pair of neighbouring characters as a word, and
-- the last character of a run by itself.
create function kit.search_runs(source text) returns table (run text, word text) language sql immutable parallel safe as $$
  select m[1], left(m[2], 60) from regexp_matches(source,
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)|([^\u0001-\u002f:-@\[-`{-¿\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+)', 'g') m
$$;
-- A code is found whole and by its parts: of PHY-101 phy, 101 and phy101 are words. What it costs keeps PostgreSQL from making words row by row where
-- an index has them.
create function kit.search_words(source text) returns tsvector language sql immutable parallel safe cost 2000 as $$
  select array_to_tsvector(coalesce(array_agg(distinct w), '{}')) from
    (select kit.folded(source) as whole, regexp_replace(kit.plain_text(source), '(?<=[a-z\u0370-\u058f])(?=[0-9])|(?<=[0-9])(?=[a-z\u0370-\u058f])', ' ', 'g') as parts) forms,
    kit.search_runs(case when whole = parts then whole else whole || ' ' || parts end) r,
    lateral (select r.word as w where r.run is null
      union all select coalesce(c || lead(c) over (order by n), c) from unnest(string_to_array(r.run, null)) with ordinality as one(c, n)) words
$$;
-- All of the words: one between blanks may go on, and so may a single character.
create function kit.search_query(typed text) returns tsquery language sql immutable parallel safe as $$
  select coalesce(string_agg(term, ' & '), '')::tsquery from unnest(string_to_array(kit.plain_text(typed), ' ')) one(typed_word),
    kit.search_runs(kit.folded(typed_word)) r,
    lateral (select '''' || coalesce(r.word, r.run) || ''':*' as term where r.run is null or length(r.run) = 1
      union all select '''' || pair || '''' from (select c || lead(c) over (order by n) as pair
        from unnest(string_to_array(r.run, null)) with ordinality as one(c, n)) pairs where pair is not null) terms
$$;

-- The column `folded` of a table that is searched is made of these columns. By a trigger, so that no way of writing forgets it, nor the release
-- before while it is replaced.
create function kit.fold_columns() returns trigger language plpgsql as $$
begin
  new.folded := kit.folded((select string_agg(coalesce(to_jsonb(new) ->> tg_argv[n], ''), E'\x1f' order by n) from generate_series(0, tg_nargs - 1) n));
  return new;
end $$;
-- The rows that were there before, a thousand in a transaction: writers wait for those alone.
create procedure kit.fold_rows(searched regclass, touched text) language plpgsql as $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  ids uuid[];
begin
  loop
    execute format('select array_agg(id) from (select id from %s where id > $1 order by id limit 1000) next', searched) into ids using last;
    exit when ids is null;
    execute format('update %s set %2$I = %2$I where id = any($1) and folded is null', searched, touched) using ids;
    last := ids[cardinality(ids)];
    commit;
  end loop;
end $$;
