// The one process killed with -9 while packages save: whatever was answered stays, whatever was not is sent again and counts once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownPackage } from '../flows/packages.ts'
import { makeSchool } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { callsOver, makeWriters } from '../load/writers.ts'

const learners = 20

let product: Product
beforeAll(async () => {
  product = await startProduct({ way: 'one', name: 'faults-package', env: { RATE_LIMIT: '0' } })
})
afterAll(() => product?.stop())

test('entries that were answered before a kill stay, the others are sent again', async () => {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Laboratory' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const upload = await knownPackage(product.databases.activity!, { person: teacher.id, org: school.id })
  const body = { type: 'scorm' as const, title: 'Safety', upload_ids: [upload], published: true, points: '10' }
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const writers = await makeWriters(product, school.id, course, learners)
  const { call, close } = callsOver(product)
  const device = (writer: (typeof writers)[number]) => ({ device: writer.device })
  const attempts = await Promise.all(
    writers.map(async (writer) => (await call(writer, 'POST', `/api/activities/${id}/package-attempts`, device(writer))).body.attempt.id),
  )
  const save = (nth: number, seq: number) =>
    call(writers[nth]!, 'PUT', `/api/activities/${id}/package-attempt`, {
      ...{ attempt: attempts[nth], device: writers[nth]!.device },
      entries: [{ seq, sco: 's1', set: { 'cmi.core.lesson_location': `page ${seq}`, 'cmi.core.score.raw': String(seq) } }],
    })

  let answered = 0
  const killed = Promise.withResolvers<void>()
  const last = await Promise.all(
    writers.map(async (_, nth) => {
      let seq = 0
      // until the process is gone
      while ((await save(nth, seq + 1)).status === 200) {
        seq++
        if (++answered === 40) void product.kill().then(killed.resolve)
      }
      return seq
    }),
  )
  await killed.promise
  await product.again()
  expect(last.reduce((sum, seq) => sum + seq, 0)).toBeGreaterThanOrEqual(40)
  for (const [nth, writer] of writers.entries()) {
    const { body: kept } = await call(writer, 'GET', `/api/activities/${id}/package`)
    const seq = last[nth]!
    // one more may have been written without its answer
    expect([seq, seq + 1]).toContain(kept.attempt.seq)
    if (seq > 0) expect(kept.attempt.states[0].data['cmi.core.lesson_location']).toBe(`page ${kept.attempt.seq}`)
    const again = await save(nth, seq + 1)
    expect([again.status, again.body.seq, again.body.state.score]).toEqual([200, seq + 1, String(seq + 1)])
  }
  close()
})
