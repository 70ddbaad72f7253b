// The search of a question bank of twenty thousand questions, by words of every script, with filters and by page; the import of a file of seven
// hundred with its preview.
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

const [questions, reads, imported] = [20_000, 300, 700]
/** Words of many questions, of few, of none; two together, with signs of patterns, beside filters. */
const conditions = [
  { keyword: 'tide' },
  { keyword: 'moon spring' },
  { keyword: 'w1234' },
  { keyword: '潮汐' },
  { keyword: 'กระแสน้ำ' },
  { keyword: '100%' },
  { keyword: 'nowhere' },
  { keyword: 'tide', type: 'single', tag: 'tag7' },
  { tag: ['tag3', 'odd'] },
  { used: false, keyword: 'gelombang' },
  {},
]
const texts = [
  'Spring tides come at new and full moon, 100% of the time',
  '海洋潮汐与波浪的关系',
  'คลื่นและกระแสน้ำในอ่าว',
  'Gelombang dan arus di teluk',
  'The shore in winter',
]

export async function banks(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  await teacher.call('POST /api/course', { body: { name: 'Oceanography' } })
  const { id } = await teacher.call('POST /api/banks', { body: { title: 'Twenty thousand' } })
  const client = new pg.Client(product.databases.activity)
  await client.connect()
  try {
    await fill(client, school.id, id)
    const plain = await times((nth) =>
      client.query(
        'select id, title from questions where bank_id = $1 and deleted_at is null and text ilike $2 order by updated_at desc limit 20',
        [id, `%${conditions[nth % conditions.length]!.keyword ?? ''}%`],
      ),
    )
    const found = await times((nth) =>
      teacher.call('GET /api/banks/:id/questions', {
        params: { id },
        query: { page: 1 + (nth % 3), page_size: 20, conditions: JSON.stringify(conditions[nth % conditions.length]) },
      }),
    )
    const [p95, bare] = [percentile(found, 0.95), percentile(plain, 0.95)]
    return [
      {
        name: `search of a bank, ${questions.toLocaleString('en')} questions`,
        value: `p50 ${ms(percentile(found, 0.5))}, p95 ${ms(p95)}`,
        baseline: `the same words in plain SQL p95 ${ms(bare)}`,
        ratio: p95 / bare,
        aim: 'p95 100 ms',
        met: p95 <= 100,
      },
      await importOf(teacher, client),
    ]
  } finally {
    await client.end()
  }
}

/** A GIFT file, looked at and then taken in; beside it the rows of as many questions, one statement each. */
async function importOf(teacher: Person, client: pg.Client): Promise<Figure> {
  const { id: bank } = await teacher.call('POST /api/banks', { body: { title: 'From another system' } })
  const gift = Array.from({ length: imported }, (_, nth) => `::Tide ${nth}:: How often is tide ${nth}? {=Twice ~Once ~Never}`).join('\n\n')
  const file = { name: 'tides.gift', content: Buffer.from(gift).toString('base64') }
  const began = performance.now()
  const { counts } = await teacher.call('POST /api/question-imports/preview', { body: file })
  const { task } = await teacher.call('POST /api/question-imports', { body: { ...file, bank_id: bank } })
  const read = () => teacher.call('GET /api/tasks/:id', { params: { id: task } })
  await until(async () => (await read()).state !== 'running', 120_000, 50)
  const taken = performance.now() - began
  const { total } = await teacher.call('GET /api/banks/:id/questions', { params: { id: bank }, query: {} })
  if (counts.imported !== imported || total !== imported) throw new Error(`${total} of ${imported} questions were taken in`)
  const plain = performance.now()
  for (let nth = 0; nth < imported; nth++)
    await client.query(
      `with made as (select gen_random_uuid() as id, gen_random_uuid() as version_id, bank_id, org_id from questions where bank_id = $1 limit 1),
       version as (insert into question_versions (id, question_id, n, type, stem, content, key, points, created_at)
         select version_id, id, 1, 'essay', $2, '{}', '{}', 1, now() from made)
       insert into questions (id, org_id, bank_id, type, title, tags, text, version_id, updated_at, version)
       select id, org_id, bank_id, 'essay', $2, '{}', $2, version_id, now(), 1 from made`,
      [bank, `Tide ${nth}`],
    )
  const bare = performance.now() - plain
  return {
    name: `a file of ${imported} questions, looked at and taken in`,
    value: ms(taken),
    baseline: `their rows by plain SQL ${ms(bare)}`,
    ratio: taken / bare,
    aim: '20 s',
    met: taken <= 20_000,
  }
}

async function times(work: (nth: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < reads; nth++) {
    const began = performance.now()
    await work(nth)
    taken.push(performance.now() - began)
  }
  return taken
}

async function fill(client: pg.Client, org: string, bank: string): Promise<void> {
  const made = `
    with made as (
      select gen_random_uuid() as id, gen_random_uuid() as version_id, n, (array['single', 'multiple', 'essay'])[1 + n % 3] as type,
        ($3::text[])[1 + n % cardinality($3::text[])] || ' w' || n as words
      from generate_series(1, ${questions}) n),
    versions as (
      insert into question_versions (id, question_id, n, type, stem, content, key, points, created_at)
      select version_id, id, 1, type, '<p>' || words || '</p>', '{}', '{}', 1, now() from made)
    insert into questions (id, org_id, bank_id, type, title, tags, text, version_id, updated_at, version)
    select id, $1, $2, type, words, array['tag' || n % 20, case when n % 2 = 1 then 'odd' else 'even' end],
      words || E'\\n' || words || E'\\nIt gets colder\\nIt gets warmer', version_id, now() - n * interval '1 second', 1 from made`
  // versions refer to questions: both are there when the statement ends
  await client.query(made, [org, bank, texts])
  await client.query('vacuum analyze questions')
}
