// How a notification reaches each of many people: their preferences and the organisation's rules, in two queries.
import type { Tx } from '@lyceum/kit/database/database'
import type { NotificationType } from '../registry/notification-type.ts'
import { forcedIn, preferencesOf } from '../preferences/rows.ts'
import { asItComes, type Preferences, waysOf } from '../preferences/rules.ts'

export type Reached = {
  person: string
  preferences: Preferences
  page: boolean
  mail: boolean
  push: boolean
  /** The organisation demands the mail. */
  forcedMail: boolean
}

/** Only who is reached somewhere. */
export async function reachedBy(
  tx: Tx,
  name: string,
  type: NotificationType,
  { org, course, people }: { org: string; course: string | null; people: string[] },
): Promise<Reached[]> {
  if (people.length === 0) return []
  const [chosen, { forced }] = [await preferencesOf(tx, people), await forcedIn(tx, org)]
  return people.flatMap((person) => {
    const preferences = chosen.get(person) ?? asItComes
    const { page, mail, push } = waysOf(name, type, { preferences, course, forced })
    if (!page.wanted && !mail.wanted && !push.wanted) return []
    return [{ person, preferences, page: page.wanted, mail: mail.wanted, push: push.wanted, forcedMail: mail.forced }]
  })
}
