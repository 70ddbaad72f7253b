// Saves of a package, each beside a bare server's upsert of the same state; then five hundred learners who save at once.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { knownPackage } from '../flows/packages.ts'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { startBaseline } from './baseline.ts'
import { type Figure, ms, percentile } from './figures.ts'
import { callsOver, makeWriters, type Writer } from './writers.ts'

const learners = 500
const rounds = 400

type Learner = Writer & { attempt: string; seq: number }
const bookmark = 'slide 12;'.repeat(200)
const bodyOf = (learner: Learner) => ({
  attempt: learner.attempt,
  device: learner.device,
  entries: [
    {
      seq: ++learner.seq,
      sco: 's1',
      set: { 'cmi.suspend_data': `${bookmark}${learner.seq}`, 'cmi.core.lesson_location': String(learner.seq) },
    },
  ],
})

/** Milliseconds of saves of the same states by a bare server, which upserts each into a table of its own. */
async function bareSaves(product: Product, learners: readonly Learner[]): Promise<number[]> {
  const database = product.databases.activity!
  const client = new pg.Client(database)
  await client.connect()
  await client.query('create table bench_states (id uuid, sco text, data jsonb, primary key (id, sco)) with (fillfactor = 70)')
  const bare = await startBaseline(database)
  const { call, close } = callsOver({ ...product, url: bare.url })
  try {
    const save = async (learner: Learner) => {
      const { sco, set: data } = bodyOf(learner).entries[0]!
      const { status, taken } = await call(learner, 'PUT', `/state/${learner.attempt}`, { sco, data })
      if (status !== 200) throw new Error(`a bare save was answered with ${status}`)
      return taken
    }
    return await inTurn(learners, save)
  } finally {
    close()
    await bare.stop()
    await client.query('drop table bench_states')
    await client.end()
  }
}

/** One after another, after some to warm up. */
async function inTurn(learners: readonly Learner[], save: (learner: Learner) => Promise<number>): Promise<number[]> {
  for (const learner of learners.slice(0, 100)) await save(learner)
  const taken: number[] = []
  for (let nth = 0; nth < rounds; nth++) taken.push(await save(learners[nth % learners.length]!))
  return taken
}

export async function packages(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Laboratory' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const upload = await knownPackage(product.databases.activity!, { person: teacher.id, org: school.id })
  const body = { type: 'scorm' as const, title: 'Safety', upload_ids: [upload], published: true }
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const writers = await makeWriters(product, school.id, course, learners)
  const { call, close } = callsOver(product)
  const path = `/api/activities/${id}/package-attempt`
  try {
    const all: Learner[] = []
    for (let first = 0; first < writers.length; first += 20)
      all.push(
        ...(await Promise.all(
          writers.slice(first, first + 20).map(async (writer) => {
            const { body: begun } = await call(writer, 'POST', `/api/activities/${id}/package-attempts`, { device: writer.device })
            return { ...writer, attempt: begun.attempt.id as string, seq: 0 }
          }),
        )),
      )
    const save = async (learner: Learner) => {
      const { status, taken } = await call(learner, 'PUT', path, bodyOf(learner))
      if (status !== 200) throw new Error(`a save was answered with ${status}`)
      return taken
    }
    const alone = await inTurn(all, save)
    const bare = await bareSaves(product, all)
    // a page saves each two seconds
    const together = await Promise.all(
      all.map(async (learner, nth) => {
        await sleep((nth / learners) * 2000)
        return await save(learner)
      }),
    )
    const [ours, theirs, p95] = [percentile(alone, 0.5), percentile(bare, 0.5), percentile(together, 0.95)]
    return [
      {
        name: 'a save of a package',
        value: ms(ours),
        baseline: `a bare server that upserts the same state ${ms(theirs)}`,
        ratio: ours / theirs,
        note: 'the save has the session, the rights, one read and one write of three tables in it.',
      },
      {
        name: `${learners} learners save within two seconds, p95`,
        value: ms(p95),
        baseline: `one alone p95 ${ms(percentile(alone, 0.95))}`,
        aim: '100 ms',
        met: p95 < 100,
      },
    ]
  } finally {
    close()
  }
}
