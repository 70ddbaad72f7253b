// The ways in which a notification reaches each of many people: their preferences and the organisation's rules, in two queries.
import { hearsSql } from '@lyceum/identity/mirror/persons'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { NotificationType } from '../registry/notification-type.ts'
import { forcedIn, preferencesOf } from './preference-rows.ts'
import { asItComes, type Preferences, waysOf } from './rules.ts'

export type Reached = {
  person: string
  preferences: Preferences
  page: boolean
  mail: boolean
  push: boolean
  /** The organisation demands the mail. */
  forcedMail: boolean
}

/** A fact may name somebody who was erased or suspended since: they hear nothing any more. */
const silentOf = async (tx: Tx, org: string, people: string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ id: string }>(
        tx,
        `select p.id::text from mirror.persons p where p.id = any($1::uuid[]) and (p.deleted or not ${hearsSql('p.id', '$2::uuid')})`,
        people,
        org,
      )
    ).map(({ id }) => id),
  )

/** Leaves out people whom nothing reaches. */
export async function reachedBy(
  tx: Tx,
  name: string,
  type: NotificationType,
  { org, course, people }: { org: string; course: string | null; people: string[] },
): Promise<Reached[]> {
  if (people.length === 0) return []
  const [chosen, { forced }, silent] = [await preferencesOf(tx, people), await forcedIn(tx, org), await silentOf(tx, org, people)]
  return people.flatMap((person) => {
    if (silent.has(person)) return []
    const preferences = chosen.get(person) ?? asItComes
    const { page, mail, push } = waysOf(name, type, { preferences, course, forced })
    if (!page.wanted && !mail.wanted && !push.wanted) return []
    return [{ person, preferences, page: page.wanted, mail: mail.wanted, push: push.wanted, forcedMail: mail.forced }]
  })
}
