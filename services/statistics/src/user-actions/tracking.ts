// Cache of tracking settings and memberships for half a minute: every user action needs them.
import { orgById } from '@lyceum/identity/mirror/orgs'
import { orgRoles } from '@lyceum/identity/mirror/persons'
import type { Tx } from '@lyceum/kit/database/database'

const cacheTime = 30_000
const maxEntries = 50_000

export type Tracking = {
  /** undefined: there is no such organisation. */
  tracks(org: string): Promise<boolean | undefined>
  belongs(person: string, org: string): Promise<boolean>
}

export function tracking(db: Tx): Tracking {
  const toggles = cached((org: string) => orgById(db, org).then((organisation) => organisation?.settings.user_action_tracking))
  const memberships = cached((key: string) => {
    const [person = '', org = ''] = key.split(' ')
    return orgRoles(db, person, org).then((roles) => roles.length > 0)
  })
  return { tracks: toggles, belongs: (person, org) => memberships(`${person} ${org}`) }
}

/** Concurrent callers share one query; a failure is not cached. */
function cached<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const entries = new Map<string, { until: number; answer: Promise<T> }>()
  return (key) => {
    const entry = entries.get(key)
    if (entry && entry.until > Date.now()) return entry.answer
    if (entries.size >= maxEntries) entries.clear()
    const answer = read(key)
    entries.set(key, { until: Date.now() + cacheTime, answer })
    answer.catch(() => entries.delete(key))
    return answer
  }
}
