// Actors for tests.
import type { Actor } from '../calls/actor.ts'
import { newId } from '../ids.ts'

/** An actor of kind person with random ids; `fields` replaces its defaults. */
export const actorOf = (fields: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  person: newId(),
  org: newId(),
  roles: ['student'],
  session: newId(),
  ...fields,
})
