// Newcomers of a demo course: students who wait for a seat of it, and students who are invited and have not answered.
import { onceKnown, signIn } from './client.ts'
import type { Made } from './make-course.ts'
import { emailOf, studentNos } from './school.ts'

/** Once it is published. Members, waiting and invited students stay as they are. */
export async function addJoining({ teacher: { call }, course, given, ground: { address, school } }: Made): Promise<void> {
  const { students, from = 0, waiting, invited } = given
  const params = { id: course }
  if (waiting) {
    await call('PUT /api/courses/:id/join-settings', { params, body: { seats: students } })
    const { access_code } = await call('GET /api/course/:id/access_code', { params })
    for (const no of studentNos({ students: waiting, from: from + students })) {
      const person = school.people.get(no)
      if (!person) continue
      const student = await signIn(address, { org: school.org, person })
      await onceKnown([403], () => student.call('POST /api/course/join', { body: { access_code } }))
    }
  }
  const emails = invited?.filter((no) => school.people.has(no)).map(emailOf) ?? []
  if (emails.length > 0)
    await onceKnown([400, 404], () => call('POST /api/course/:id/invites', { params, body: { emails, role: 'student' } }))
}
