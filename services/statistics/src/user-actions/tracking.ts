// Whether an organisation tracks user actions, and who belongs to it: asked at every click, so remembered for half a minute.
import { orgById } from '@lyceum/identity/mirror/orgs'
import { orgRoles } from '@lyceum/identity/mirror/persons'
import type { Tx } from '@lyceum/kit/db'

const remembered = 30_000
const most = 50_000

export type Tracking = {
  /** undefined: there is no such organisation. */
  tracks(org: string): Promise<boolean | undefined>
  belongs(person: string, org: string): Promise<boolean>
}

export function tracking(db: Tx): Tracking {
  const toggles = remember((org: string) => orgById(db, org).then((found) => found?.settings.user_action_tracking))
  const memberships = remember((key: string) => {
    const [person = '', org = ''] = key.split(' ')
    return orgRoles(db, person, org).then((roles) => roles.length > 0)
  })
  return { tracks: toggles, belongs: (person, org) => memberships(`${person} ${org}`) }
}

/** Callers that come while one asks share its answer; a failure is not remembered. */
function remember<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, { until: number; answer: Promise<T> }>()
  return (key) => {
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.answer
    if (known.size >= most) known.clear()
    const answer = ask(key)
    known.set(key, { until: Date.now() + remembered, answer })
    answer.catch(() => known.delete(key))
    return answer
  }
}
