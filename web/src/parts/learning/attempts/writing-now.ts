// People who are writing an exam of a course now: a question names them before they are taken out of it.
import { call } from '../../../client.ts'

export type Writing = { exam: string; names: string[] }

/** Of these people, or of everybody. Undefined where it cannot be read, which is then said: nobody is kept from being taken out by it. */
export async function writingNow(course: string, people: ReadonlySet<string> | undefined): Promise<Writing[] | undefined> {
  try {
    const { items } = await call('GET /api/courses/:id/writing', { params: { id: course } })
    return items.flatMap(({ title, people: all }) => {
      const found = all.filter(({ id }) => !people || people.has(id))
      return found.length > 0 ? [{ exam: title, names: found.map(({ name }) => name) }] : []
    })
  } catch {
    return undefined
  }
}
