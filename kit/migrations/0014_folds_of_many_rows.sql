-- The same folds and words at a fourth of their cost: of 500 people who are written at once they took 200 of 220 ms. What they answer is as before, so that
-- indexes stay as they are.
create or replace function kit.fold_columns() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  texts text := coalesce(written ->> tg_argv[0], '');
begin
  for n in 1 .. tg_nargs - 1 loop
    texts := texts || E'\x1f' || coalesce(written ->> tg_argv[n], '');
  end loop;
  new.folded := kit.folded(texts);
  return new;
end $$;

-- A plain text without the signs and blanks that a word is the same without.
create function kit.joined(plain text) returns text language plpgsql immutable strict parallel safe as $$
declare
  made text := plain;
begin
  if made ~ '[-_]' then
    made := regexp_replace(made, '(?<=[a-z\u0370-\u058f\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff0-9])[-_]+(?=[a-z\u0370-\u058f\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff0-9])', '', 'g');
  end if;
  if made ~ '[0-9]' then
    made := regexp_replace(made, '(?<=[a-z\u0370-\u058f]) (?=[0-9])|(?<=[0-9]) (?=[a-z\u0370-\u058f])', '', 'g');
  end if;
  if octet_length(made) > length(made) then
    made := regexp_replace(made, ' (?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])|(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]) ', '', 'g');
  end if;
  return made;
end $$;
create or replace function kit.folded(source text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return kit.joined(kit.plain_text(source));
end $$;

-- Without a query for each text: PostgreSQL begins and ends one more slowly than it cuts a name.
create or replace function kit.search_words(source text) returns tsvector language plpgsql immutable parallel safe cost 2000 as $$
declare
  plain text := kit.plain_text(source);
  whole text := kit.joined(plain);
  parts text := regexp_replace(plain, '(?<=[a-z\u0370-\u058f])(?=[0-9])|(?<=[0-9])(?=[a-z\u0370-\u058f])', ' ', 'g');
  words text[];
  run text;
  sign text;
  former text;
begin
  if source is null then
    return ''::tsvector;
  end if;
  if whole <> parts then
    whole := whole || ' ' || parts;
  end if;
  if octet_length(whole) = length(whole) then
    words := array_remove(regexp_split_to_array(whole, '[^0-9A-Za-z]+'), '');
  else
    words := array_remove(regexp_split_to_array(whole,
      '[\u0001-\u002f:-@\[-`{-¿\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+'), '');
  end if;
  if whole ~ '[^\u0001-\u0020]{61}' then
    words := array(select left(word, 60) from unnest(words) word);
  end if;
  if octet_length(whole) > length(whole) then
    foreach run in array regexp_split_to_array(whole,
      '[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+')
    loop
      former := null;
      foreach sign in array string_to_array(run, null) loop
        if former is not null then
          words := words || (former || sign);
        end if;
        former := sign;
      end loop;
      if former is not null then
        words := words || former;
      end if;
    end loop;
  end if;
  return array_to_tsvector(words);
end $$;
