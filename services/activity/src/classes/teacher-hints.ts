// Hints of what a hall of people does at once, claims and hands: one in half a second to who teaches, and to the people whose attendance was noted.
import { courseMembers } from '@lyceum/course/mirror/members'
import type { Tx } from '@lyceum/kit/database/database'
import { hint } from '@lyceum/kit/kv/hints'
import type { Kv } from '@lyceum/kit/kv/kv'

type Class = { org: string; course: string; session: string }

/** Milliseconds in which the doings of a hall are one hint: by its end they are committed. */
const together = 500
const waiting = new Map<string, Set<string>>()

/** A hint that is lost with its process is made good by the next one. Reads who teaches once in half a second. */
export async function hintTeachers(tx: Tx, kv: Kv, { org, course, session }: Class, people: readonly string[] = []): Promise<void> {
  const known = waiting.get(session)
  if (known) {
    for (const person of people) known.add(person)
    return
  }
  const concerned = new Set(people)
  waiting.set(session, concerned)
  const teachers = await courseMembers(tx, course, ['instructor', 'instructor_assistant']).catch((error) => {
    waiting.delete(session)
    throw error
  })
  for (const { person_id } of teachers) concerned.add(person_id)
  setTimeout(() => {
    waiting.delete(session)
    void hint(kv, { subject: 'attendanceChanged', aggregate: 'course', id: course, org, of: session, people: [...concerned] }).catch(
      () => {},
    )
  }, together).unref()
}
