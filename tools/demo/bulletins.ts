// Bulletins of the demo school for those who write them: one that is being written, one for later. Nothing that is out: it would open above the
// page of everybody who looks at the school.
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
  await call('POST /api/org/bulletins', {
    body: {
      title: 'Fire drill',
      content: '<p>All buildings, a weekday morning. Leave by the nearest stairs and meet on the lawn.</p>',
      confirm: true,
      roles: ['instructor', 'instructor_assistant', 'student'],
    },
  })
}
