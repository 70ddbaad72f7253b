// The academic year of the demo school and its two terms; courses are in the one that runs.
import { onceKnown, signIn } from './client.ts'
import type { School } from './school.ts'

const yearOf = (now: Date) => (now.getMonth() >= 7 ? now.getFullYear() : now.getFullYear() - 1)

/** The id of the present term; undefined when who plans terms was removed from the demo. */
export async function makeTerms({ address, school, now }: { address: string; school: School; now: Date }): Promise<string | undefined> {
  const person = school.people.get('M1002')
  if (!person) return undefined
  const { call } = await signIn(address, { org: school.org, person })
  const first = yearOf(now)
  const [start, middle, end] = [`${first}-08-01`, `${first + 1}-02-01`, `${first + 1}-07-31`]
  const name = `${first}–${first + 1}`
  const { terms } = await onceKnown([403], () => call('GET /api/terms'))
  const make = async (of: { name: string; start_date: string; end_date: string; parent_id?: string }) =>
    terms.find((one) => one.name === of.name && one.parent_id === (of.parent_id ?? null)) ??
    (await onceKnown([403], () => call('POST /api/terms', { body: of })))
  const year = await make({ name, start_date: start, end_date: end })
  const autumn = await make({ name: 'Autumn', start_date: start, end_date: `${first + 1}-01-31`, parent_id: year.id })
  const spring = await make({ name: 'Spring', start_date: middle, end_date: end, parent_id: year.id })
  return now.toISOString().slice(0, 10) < middle ? autumn.id : spring.id
}
