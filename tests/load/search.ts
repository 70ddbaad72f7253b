// The search among a million activities and two hundred thousand courses, in scripts with and without spaces.
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

const [activities, perCourse, courses, mine, reads] = [1_000_000, 60, 200_000, 40, 300]

/** Words of many texts, of few, of none, whole and begun; two together. */
const keywords = [
  'tide',
  'tid',
  'TIDE moon',
  'ｔｉｄｅ－１',
  'w 1234',
  '潮汐',
  '海',
  '海洋潮汐',
  'กระแส',
  'คลื่นและกระแสนำ้',
  'gelombang',
  'w1234',
  'nowhere',
  '无处',
]

export async function search(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const [teacher, student, manager] = [await school.signIn('teacher'), await school.signIn('student'), await school.signIn('admin')]
  const own: string[] = []
  for (let nth = 0; nth < mine; nth++) {
    const { id } = await teacher.call('POST /api/course', { body: { name: `Course ${nth}` } })
    const params = { id }
    await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
    await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
    own.push(id)
  }
  await fill(product, school.id, own)
  const bare = await onePrimaryKey(product)
  const found = async (who: Person) =>
    await times((nth) => who.call('GET /api/search', { query: { keyword: keywords[nth % keywords.length]! } }))
  const listed = async (who: Person) =>
    await times((nth) =>
      who.call('POST /api/courses', {
        query: { page_size: 20 },
        body: { conditions: conditions[nth % conditions.length]!, sort: nth % 2 ? 'name' : '-updated_at' },
      }),
    )
  const figure = (name: string, taken: number[]): Figure => {
    const p95 = percentile(taken, 0.95)
    return {
      name,
      value: `p50 ${ms(percentile(taken, 0.5))}, p95 ${ms(p95)}`,
      baseline: `a row by its key p50 ${ms(bare)}`,
      ratio: p95 / bare,
      aim: 'p95 150 ms',
      met: p95 <= 150,
    }
  }
  const among = `${activities.toLocaleString('en')} activities`
  return [
    figure(`search of all parts, a student of ${mine} courses, ${among}`, await found(student)),
    figure(`search of all parts, their teacher, ${among}`, await found(teacher)),
    figure(`search of courses, a manager, ${courses.toLocaleString('en')} courses`, await listed(manager)),
    figure(`search of courses, a student, ${courses.toLocaleString('en')} courses`, await listed(student)),
  ]
}

const conditions = [
  { keyword: 'Tides 77' },
  { keyword: '潮汐与波浪' },
  { keyword: 'กระแสน้ำ' },
  { keyword: 'T-199' },
  { keyword: 'teacher' },
  { keyword: 'nowhere' },
  { instructor: 'teacher' },
  { semester: '1', status: 'draft' as const },
  { academic_year: '2026', compulsory: true },
  { keyword: '潮汐', status: 'published' as const },
  {},
]

async function times(work: (nth: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < reads; nth++) {
    const began = performance.now()
    await work(nth)
    taken.push(performance.now() - began)
  }
  return taken
}

async function within<T>(product: Product, service: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(product.databases[service])
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Texts of six languages. */
const texts = [
  ['Tides', 'Spring tides follow a new moon by two days'],
  ['潮汐', '海洋潮汐与波浪的关系'],
  ['คลื่น', 'คลื่นและกระแสน้ำในอ่าว'],
  ['Gelombang', 'Gelombang dan arus di teluk'],
  ['Pantai', 'The shore in winter'],
  ['海岸', '海邊的風與雲'],
]

async function fill(product: Product, org: string, own: string[]): Promise<void> {
  await within(product, 'activity', async (client) => {
    // the words of the few texts are made once, as the trigger would make them for each
    await client.query('begin')
    await client.query('alter table activities disable trigger user')
    await client.query(
      `insert into activities (id, org_id, course_id, type, title, body, sort, criterion_key, created_by, version, published, words, folded)
       select gen_random_uuid(), $1, coalesce(($2::uuid[])[1 + n / ${perCourse}], md5('course ' || n / ${perCourse})::uuid), 'page',
         t.title || ' ' || n, '<p>' || t.body || ' w' || n || '</p>', n, 'none', $1, 1, n % 10 <> 0,
         t.words || array_to_tsvector(array['w' || n, 'w', n::text]), t.folded || n
       from generate_series(0, ${activities - 1}) n
       join (select nth, title, body, kit.search_words(title || ' ' || body) as words, kit.folded(title) as folded from unnest($3::text[], $4::text[]) with ordinality
         as one(title, body, nth)) t on t.nth = 1 + n % ${texts.length}`,
      [org, own, texts.map(([title]) => title), texts.map(([, body]) => body)],
    )
    await client.query('alter table activities enable trigger user')
    await client.query('commit')
    await client.query('vacuum analyze activities')
  })
  await within(product, 'course', async (client) => {
    await client.query(
      `insert into courses select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'course_code', 'T' || n, 'version', n,
         'name', (array['Tides', '海洋潮汐与波浪', 'คลื่นและกระแสน้ำ', 'Gelombang laut'])[1 + n % 4] || ' ' || n,
         'academic_year', (2020 + n % 8)::text, 'semester', (1 + n % 3)::text, 'compulsory', n % 2 = 0, 'published', n % 3 > 0,
         'public_scope', case when n % 5 = 0 then 'organisation' else 'members' end, 'access_code', null))).*
       from courses c, generate_series(1, ${courses}) n where c.id = $1`,
      [own[0]],
    )
    await client.query('vacuum analyze courses')
  })
}

const onePrimaryKey = (product: Product) =>
  within(product, 'activity', async (client) => {
    const { id } = (await client.query('select id from activities limit 1')).rows[0]
    return percentile(await times(() => client.query('select title from activities where id = $1', [id])), 0.5)
  })
