// The text of a file that was handed in goes from upload to activity: two works with the same file are shown beside each other.
import { until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { newSchool } from './product.ts'
import type { Person } from './school.ts'

const words = Array.from({ length: 60 }, (_, nth) => `The ${nth}th sample of sea water was taken at low tide beside the pier.`).join('\n')

test('two students hand in the same text as a file: the marker sees both places', async () => {
  const school = await newSchool()
  const teacher = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  const students = [school.people.student.id, school.people.secondStudent.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids: students, role: 'student' } })
  const { id } = await teacher.call('POST /api/courses/:id/activities', {
    params: { id: course },
    body: { type: 'homework', title: 'Samples', points: '20', published: true },
  })
  const params = { id }
  async function handIn(who: Person, name: string): Promise<void> {
    const bytes = Buffer.from(words)
    const ticket = await who.call('POST /api/uploads', { body: { name, size: bytes.length, storage_type: 'media' } })
    const sent = await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: new Uint8Array(bytes) })
    expect(sent.status).toBe(200)
    await who.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
    const draft = { text: '<p>See the file.</p>', upload_ids: [ticket.id], names: [name], version: 0 }
    // the draft takes the file as soon as its fact has arrived, the hand-in once it is stored
    let version = 0
    await until(async () => {
      const kept = await who.send('PUT', `/api/activities/${id}/my-submission/draft`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(draft),
      })
      if (kept.ok) version = ((await kept.json()) as { version: number }).version
      return kept.ok
    })
    await until(async () => (await who.call('GET /api/activities/:id/my-submission', { params })).draft?.files[0]?.grant)
    await who.call('POST /api/activities/:id/my-submission', { params, body: { version } })
  }
  await handIn(await school.signIn('student'), 'first.txt')
  await handIn(await school.signIn('secondStudent'), 'second.txt')
  const { items } = await teacher.call('GET /api/activities/:id/submissions', { params, query: {} })
  const [one] = items.flatMap(({ id: submission }) => submission ?? [])
  const similar = () => teacher.call('GET /api/submissions/:id/similar', { params: { id: one ?? '' } })
  await until(async () => (await similar()).items.length > 0, 60_000)
  const { items: found, left_out: leftOut } = await similar()
  expect(leftOut).toEqual([])
  expect(found).toHaveLength(1)
  expect(found[0]!.percent).toBeGreaterThan(80)
  const [place] = found[0]!.places
  expect([place!.here.file, place!.there.file].toSorted()).toEqual(['first.txt', 'second.txt'])
  expect(place!.here.text).toBe(place!.there.text)
})
