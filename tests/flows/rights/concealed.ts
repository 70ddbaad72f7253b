// Things of a place in answers to managers of departments: what those of another department never read, and what those of its own find.
import type { Call } from '@lyceum/kit/calls/contract'
import type { Place, Where } from './places.ts'

/** Answers that name a course to whoever has its code, or because it is offered to the whole organisation. */
const open = new Set(['POST /api/course/join', 'GET /api/course/access-code/:code/validate', 'GET /api/offered-courses'])
/** Lists for managers, which name nobody of another department. */
const aboutPeople = new Set(['audit.read', 'files.manage', 'statistics.read', 'reviewsAnywhere', 'calendar.manage', 'allowances.change'])

type Answer = { name: string; call: Call; place: Place }
/** No answer to a manager of another department contains one of these. */
export function concealed({ name, call, place }: Answer): string[] {
  if (open.has(name)) return []
  return aboutPeople.has(call.may) ? [...place.hidden, ...place.people] : place.hidden
}

/** Lacking in a list for managers of the place: what it must contain. */
export async function lacking(
  { name, where, place }: { name: string; where: Where; place: Place },
  text: string,
): Promise<string | undefined> {
  const thing = where === 'own' ? await place.listed.get(name) : undefined
  return thing !== undefined && !text.includes(thing) ? thing : undefined
}
