// The baseline server: a bare Fastify, with and without one query, in a process of its own. Run as a program with PORT and DATABASE_URL.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import pg from 'pg'
import { end } from '../flows/start.ts'

/** The plain rows of a course's content, as activity has them. */
const contentSql = `
  select (select json_agg(m) from (select id, name, sort, version from modules where course_id = $1 and not deleted order by sort, id) m) as modules,
    (select json_agg(a) from (
      select id, course_id, module_id, type, title, sort, published, start_time, due_time, end_time, criterion_key, points, upload_ids, version
      from activities where course_id = $1 and not deleted order by sort, id) a) as activities`

/** A row by its key, from a table that course and activity have. */
const rowSql = 'select id, org_id, name, user_no, email, avatar, locale, deleted, version from mirror.persons where id = $1'
/** The state of one sco, in a table that its bench makes. */
const stateSql = `insert into bench_states as s (id, sco, data) values ($1, $2, $3::text::jsonb)
  on conflict (id, sco) do update set data = s.data || excluded.data`
/** An action is posted, or a list of them. */
const action = { type: 'object', required: ['action'], properties: { action: { type: 'string' } } }

async function serve(port: number, databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  const app = fastify()
  app.get('/hello', async () => ({ hello: 'world' }))
  app.get<{ Params: { person: string } }>(
    '/row/:person',
    async ({ params }) => (await pool.query({ name: 'row', text: rowSql, values: [params.person] })).rows[0],
  )
  app.get<{ Params: { course: string } }>(
    '/content/:course',
    async ({ params }) => (await pool.query({ name: 'content', text: contentSql, values: [params.course] })).rows[0],
  )
  app.put<{ Params: { id: string }; Body: { sco: string; data: object } }>('/state/:id', async ({ params, body }) => {
    await pool.query({ name: 'state', text: stateSql, values: [params.id, body.sco, JSON.stringify(body.data)] })
    return { saved: true }
  })
  app.post('/post', { schema: { body: { anyOf: [action, { type: 'array', items: action }] } } }, async (_, reply) => reply.code(202).send())
  await app.listen({ port, host: '127.0.0.1' })
  process.on('SIGTERM', () => process.exit(0))
  console.log('ready')
}
if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(Number(process.env.PORT), process.env.DATABASE_URL ?? '')

/** Starts it; answers its address and a function that ends it. */
export async function startBaseline(databaseUrl: string): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = 19_100 + Math.floor(Math.random() * 800)
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', reject)
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => end(child, 'SIGTERM') }
}
