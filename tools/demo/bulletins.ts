// Bulletins of the demo school: one of today, one that is being written, one for later. The people of the sign-in page have seen that of today,
// so that it opens above nobody's first look at the school.
import { signIn } from './client.ts'
import type { Ground } from './make-course.ts'

const day = 86_400_000

export async function addBulletins({ address, school, now }: Ground): Promise<void> {
  const person = school.people.get('M1002')
  if (!person) return
  const { call } = await signIn(address, { org: school.org, person })
  if ((await call('GET /api/org/bulletins', { query: { page_size: 1 } })).total > 0) return
  await call('POST /api/org/bulletins', {
    body: {
      title: 'Library open until 22:00',
      content: '<p>Up to the exams the library is open until <strong>22:00</strong>, also on Sundays. Bring your card.</p>',
      state: 'published',
      publish_at: new Date(now.getTime() + 14 * day).toISOString(),
      expires_at: new Date(now.getTime() + 42 * day).toISOString(),
      pinned: true,
    },
  })
  const today = await call('POST /api/org/bulletins', {
    body: {
      title: 'Ferry to the marine station',
      content:
        '<p>From today the ferry leaves at <strong>07:40</strong> instead of 07:55. The station waits for it; the bus back to town does too.</p>',
      state: 'published',
    },
  })
  const seenBy = (await (await fetch(`${address}/api/config`)).json()) as { demo_people: { id: string }[] }
  for (const { id } of seenBy.demo_people) {
    const reader = await signIn(address, { org: school.org, person: id })
    await reader.call('PUT /api/bulletins/seen', { body: { ids: [today.id] } })
  }
  await call('POST /api/org/bulletins', {
    body: {
      title: 'Fire drill',
      content: '<p>All buildings, a weekday morning. Leave by the nearest stairs and meet on the lawn.</p>',
      confirm: true,
      roles: ['instructor', 'instructor_assistant', 'student'],
    },
  })
}
