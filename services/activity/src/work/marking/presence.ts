// Presence of markers at a work, in the kv alone, as that of open editors. Nobody is shown where each of two markers works alone.
import type { Actor } from '@lyceum/kit/calls/actor'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Deps } from '../../deps.ts'
import { readEditors, withBeat } from '../../content/editors/open-editors.ts'
import { type Present, presenceLifetime } from './api.ts'
import { readWork } from './work.ts'

const keyOf = (submission: string) => `marking:${submission}`

/** The others who have it open; a person counts once, however many windows they have. */
export async function notePresence(deps: Deps, { person }: Actor, id: string, open: boolean): Promise<Present> {
  const { kv, db } = deps
  if ((await readWork(db, id)).twoMarkers) return { people: [] }
  const now = deps.now().getTime()
  const after = withBeat(readEditors(await kv.get(keyOf(id)), now, presenceLifetime), { editor: person, person, open }, now)
  if (after.length > 0) await kv.set(keyOf(id), JSON.stringify(after), presenceLifetime)
  else await kv.delete(keyOf(id))
  const others = after.filter((one) => one.person !== person)
  const names = await personNames(
    db,
    others.map((one) => one.person),
  )
  return {
    people: others.flatMap((one) => {
      const known = names.get(one.person)
      return known && !known.deleted ? [{ id: known.id, name: known.name }] : []
    }),
  }
}
