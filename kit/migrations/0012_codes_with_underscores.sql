-- A code is the same with an underscore, as it is with a hyphen. Indexes are of columns that hold the fold, and each row that it changes is written again
-- (fold_rows_again, by the migrations of the services), which makes its entries anew.
create or replace function kit.folded(source text) returns text language plpgsql immutable strict parallel safe as $$
declare
  made text := kit.plain_text(source);
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

-- Rows whose texts have an underscore within a word, a thousand in a transaction; their triggers fold them. `source`: those texts, an expression.
create procedure kit.fold_rows_again(searched regclass, touched text, source text) language plpgsql as $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  ids uuid[];
begin
  loop
    execute format($q$select array_agg(id) from (select id from %s where id > $1 and (%s) ~ '[^\s_]_+[^\s_]' order by id limit 1000) next$q$, searched, source)
      into ids using last;
    exit when ids is null;
    -- in the order in which writers lock several
    execute format('select from %s where id = any($1) order by id for no key update', searched) using ids;
    execute format('update %s set %2$I = %2$I where id = any($1)', searched, touched) using ids;
    last := ids[cardinality(ids)];
    commit;
  end loop;
end $$;
