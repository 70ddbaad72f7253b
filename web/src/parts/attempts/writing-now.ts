// Who of some people is writing an exam of a course now: they are asked about before they are taken out of it.
import { call } from '../../client.ts'

type Person = { id: string; name: string }
export type Writing = { exam: string; people: Person[] }

/** Exams of a course that are looked at, and who writes each of them, at most. */
const most = 100

/** Empty where it cannot be read: nobody is kept from being taken out by it. */
export async function writingNow(course: string, people: readonly Person[]): Promise<Writing[]> {
  const wanted = new Map(people.map((person) => [person.id, person]))
  try {
    const { items } = await call('GET /api/courses/:id/exams', { params: { id: course }, query: { page_size: most } })
    const open = items.filter(({ published, availability }) => published && availability !== 'notStarted')
    const lists = await Promise.all(
      open.map(async ({ id, title }) => {
        const writers = await Promise.all(
          (['running', 'offline'] as const).map((state) =>
            call('GET /api/activities/:id/invigilation', {
              params: { id },
              query: { page_size: most, conditions: JSON.stringify({ state }) },
            }),
          ),
        )
        const found = writers.flatMap(({ items: rows }) => rows.flatMap(({ person }) => wanted.get(person) ?? []))
        return { exam: title, people: found }
      }),
    )
    return lists.filter(({ people: writing }) => writing.length > 0)
  } catch {
    return []
  }
}
