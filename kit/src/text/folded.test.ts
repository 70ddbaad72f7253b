// The fold of texts, the same in the page and in PostgreSQL.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/test-database.ts'
import { searches } from '../test/searches.ts'
import { caseless, folded, holding, plainText } from './folded.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(await testDatabase('kit'))
  await client.connect()
})
afterAll(() => client.end())

/** Pieces in which both forms could differ; the same row of texts at every run. */
const pieces =
  `a B Z 0 7 - – ' ’ ´ \` . _ / % \\ é É ñ Ñ ü Ü ç ø Ø ł Ł đ Đ ð ß ẞ æ Æ œ þ Þ ı İ ŋ ς Σ ά й Й ё Ж і ї ў Ա ա ａ Ｚ ９ － ﬁ ǆ ½ ² Ⅷ ℃ ™ ¨ ，。「 ！ 王 芳 水 质 質 カ ゙ ガ 한 ㅎ 𠮷 ด ิ น น้ นำ้ น้ำ นํ้า ำ เ แ ่ ้ ี ์ ຳ ້ ক ি ع َ अ ी \u0301 \u0308 \u0306 \u0323 \u200b \u200d \u00a0 \u3000 \u2028 \t \n`.split(
    ' ',
  )
function made(count: number): string[] {
  let seed = 56
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(14) }, () => (next(4) === 0 ? ' ' : pieces[next(pieces.length)])).join(''),
  )
}

test('a text is folded alike in the page and in PostgreSQL', async () => {
  const texts = [...searches.flatMap(({ text, sought }) => [text, sought]), ...pieces, ...made(2000)]
  const { rows } = await client.query('select t, kit.plain_text(t) as plain, kit.folded(t) as folded from unnest($1::text[]) t', [texts])
  expect(rows.map(({ t, plain, folded: form }) => [t, plain, form])).toEqual(texts.map((t) => [t, plainText(t), folded(t)]))
})

// what came into Unicode after 13 may be unknown to one of the two
const known = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u
const letters = Array.from({ length: 0xa700 }, (_, code) => String.fromCharCode(code + 1)).filter((sign) => known.test(sign))

test('a text has one case alike in the page and in PostgreSQL, and both cases of a letter are one', async () => {
  const texts = [...letters, ...pieces, ...made(500), 'ÉCOLE-Ω7', 'ΑΣ']
  const { rows } = await client.query('select t, kit.caseless(t) as form from unnest($1::text[]) t', [texts])
  expect(rows.flatMap(({ t, form }) => (form === caseless(t) ? [] : [[t, form, caseless(t)]]))).toEqual([])
  for (const alike of [
    ['É7', 'é7', 'e\u0301 7'.replace(' ', ''), 'E\u0301７'],
    ['Ωmega', 'ωMEGA', 'Ωmega'],
    ['ΑΣ', 'ας', 'ασ'],
    ['ＡＢ１', 'ab1'],
    ['Ж', 'ж'],
    ['Đ', 'đ'],
  ])
    expect(new Set(alike.map(caseless)).size, alike.join(' ')).toBe(1)
  // accents and strokes count
  expect(new Set(['é', 'e', 'đ', 'd', 'ß', 'ss'].map(caseless)).size).toBe(6)
})

test('every letter of the first plane is folded alike, alone and after a letter and a digit', async () => {
  const texts = letters
  const { rows } = await client.query(`select t, kit.folded('a' || t || '1 ' || t) as form from unnest($1::text[]) t`, [texts])
  expect(rows.flatMap(({ t, form }) => (form === folded(`a${t}1 ${t}`) ? [] : [[t, form, folded(`a${t}1 ${t}`)]]))).toEqual([])
})

test.each(searches)('$sought in $text: $found', async ({ text, sought, found }) => {
  expect(holding(sought)(text)).toBe(found)
})

test('words of an index find what the filter finds, where they begin', async () => {
  const { rows } = await client.query(
    `select sought, text, kit.search_words(text) @@ kit.search_query(sought) as found from unnest($1::text[], $2::text[]) as one(text, sought)
     where kit.search_query(sought) <> ''::tsquery`,
    [searches.map(({ text }) => text), searches.map(({ sought }) => sought)],
  )
  const within = new Set(searches.filter(({ within }) => within).map(({ sought }) => sought))
  for (const { sought, text, found } of rows)
    if (!within.has(sought)) expect([sought, text, found]).toEqual([sought, text, holding(sought)(text)])
})

test('words of an index are those of a code whole and by its parts, pairs of signs without blanks, and of long words the first sixty letters', async () => {
  const texts = ['Person 7', 'PHY-101 / lab', '王芳菲 li', 'ดี', 'é', '', null, 'x'.repeat(70), 'p7@reg.example.edu']
  const { rows } = await client.query(
    'select tsvector_to_array(kit.search_words(t)) as words from unnest($1::text[]) with ordinality as one(t, n) order by n',
    [texts],
  )
  expect(rows.map(({ words }) => words.toSorted())).toEqual([
    ['7', 'person', 'person7'],
    ['101', 'lab', 'phy', 'phy101'],
    ['li', '王芳', '芳菲', '菲'],
    ['ดี', 'ี'],
    ['e'],
    [],
    [],
    ['x'.repeat(60)],
    ['7', 'edu', 'example', 'p', 'p7', 'reg'],
  ])
})

test('rows with an underscore within a word are written again, whatever their number', async () => {
  await client.query(`create table codes (id uuid primary key default gen_random_uuid(), name text, folded text)`)
  await client.query(
    `insert into codes (name, folded) select case when n % 2 = 0 then 'PHY_' else 'PHY ' end || n, 'before' from generate_series(1, 4500) n`,
  )
  await client.query(
    `create trigger codes_folded before insert or update of name on codes for each row execute function kit.fold_columns('name')`,
  )
  await client.query(`call kit.fold_rows_again('codes', 'name', 'name')`)
  const { rows } = await client.query(
    `select count(*) filter (where folded = 'phy' || substring(name from 5))::int as again, count(*) filter (where folded = 'before')::int as as_before from codes`,
  )
  expect(rows).toEqual([{ again: 2250, as_before: 2250 }])
})

test('rows from before are folded a thousand at a time, and those written since by their trigger', async () => {
  await client.query(`create table people (id uuid primary key default gen_random_uuid(), name text, number text, folded text)`)
  await client.query(`insert into people (name, number) select 'José ' || n, null from generate_series(1, 2500) n`)
  await client.query(
    `create trigger people_folded before insert or update of name, number on people for each row execute function kit.fold_columns('name', 'number')`,
  )
  await client.query(`call kit.fold_rows('people', 'name')`)
  await client.query(`insert into people (name, number) values ('Anaïs', 'PHY-101')`)
  const { rows } = await client.query(`select count(*)::int as n, count(folded)::int as folded from people`)
  expect(rows).toEqual([{ n: 2501, folded: 2501 }])
  const found = await client.query(`select folded from people where name in ('Anaïs', 'José 7') order by name`)
  expect(found.rows).toEqual([{ folded: 'anais\x1fphy101' }, { folded: 'jose7\x1f' }])
})
