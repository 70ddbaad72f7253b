import type { Actor } from '../actor.ts'
import { newId } from '../ids.ts'

/** An actor of kind person; give what matters. */
export const actorOf = (given: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  person: newId(),
  org: newId(),
  roles: ['student'],
  session: newId(),
  ...given,
})
