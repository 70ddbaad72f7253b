// Preferences and the organisation's rules as they are stored.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { SqlModel } from '@lyceum/kit/database/sql-row'
import type { Preference } from '../generated/client.ts'
import { asItComes, type Choices, type CourseChoices, type Digest, type Forced, type Preferences } from './rules.ts'

type Row = Pick<SqlModel<Preference>, 'personId' | 'timeZone' | 'quietFrom' | 'quietTo' | 'digestHour' | 'mailOff'> & {
  digest: Digest
  types: Choices
  courses: CourseChoices
}

const columns = `person_id::text as "personId", time_zone as "timeZone", quiet_from as "quietFrom", quiet_to as "quietTo", digest,
  digest_hour as "digestHour", mail_off as "mailOff", types, courses`

const fromRow = ({ quietFrom, quietTo, personId: _, ...row }: Row): Preferences => ({
  ...row,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
})

/** Of these people; who has chosen nothing is missing. */
export async function preferencesOf(tx: Tx, people: string[]): Promise<Map<string, Preferences>> {
  if (people.length === 0) return new Map()
  const list = await rows<Row>(tx, `select ${columns} from preferences where person_id = any($1)`, people)
  return new Map(list.map((row) => [row.personId, fromRow(row)]))
}

/** Of one person; `lock` until the transaction ends, where there is a row. */
export async function preferencesOfOne(tx: Tx, person: string, lock = false): Promise<Preferences> {
  const row = await one<Row>(tx, `select ${columns} from preferences where person_id = $1 ${lock ? 'for update' : ''}`, person)
  return row ? fromRow(row) : asItComes
}

export async function forcedIn(tx: Tx, org: string): Promise<{ forced: Forced; version: number }> {
  const row = await one<{ forced: Forced; version: string }>(
    tx,
    'select forced, version::text from notification_rules where org_id = nullif($1, $2)::uuid',
    org,
    '',
  )
  return { forced: row?.forced ?? {}, version: Number(row?.version ?? 0) }
}
