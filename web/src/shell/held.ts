// A page that is not shown before the person has met a demand of their organisation, since the server refuses what it would read: it holds from the
// start of the page until the demand is met. One that comes up later holds no page up: what is written there stays.
import { useState } from 'react'
import { isBindingElsewhere } from '../account/due-prompt.ts'
import { paths } from '../paths.ts'
import { needsIn, type Session } from '../session/session.ts'

/** Never the settings, where demands are met too; nor where the prompt is hidden by an installation that binds numbers elsewhere. */
export function useHeld(session: Session | null, pathname: string): boolean {
  const needs = needsIn(session).filter((need) => need === 'password' || (need === 'mobile' && !isBindingElsewhere()))
  const [began] = useState(needs.length > 0)
  return began && needs.length > 0 && pathname !== paths.settings()
}
