// Authors of several works, for those who mark or read about them.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../../generated/client.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { Author } from '../submissions/api.ts'
import { authorOf } from '../submissions/authors.ts'

type Row = {
  id: string
  pseudonym: number
  person_id: string | null
  group_id: string | null
  person_name: string | null
  group_name: string | null
  user_no: string | null
  avatar: string | null
}

/** Submissions of one activity → their authors. */
export async function authorsOf(tx: Tx, activity: Activity, submissions: string[]): Promise<Map<string, Author>> {
  if (submissions.length === 0) return new Map()
  const found = await rows<Row>(
    tx,
    `
    select s.id::text, s.pseudonym, s.person_id::text, s.group_id::text,
      p.name as person_name, g.name as group_name, p.user_no, p.avatar
    from submissions s left join mirror.persons p on p.id = s.person_id and not p.deleted left join mirror.groups g on g.id = s.group_id
    where s.id = any($1::uuid[])`,
    submissions,
  )
  const nameless = await isNameless(tx, activity)
  return new Map(
    found.map(({ id, pseudonym, person_id, group_id, person_name, group_name, user_no, avatar }): [string, Author] => {
      const kind = nameless ? 'pseudonym' : group_id ? 'group' : 'person'
      const known = group_id
        ? { id: group_id, name: group_name ?? '', user_no: null, avatar: null }
        : { id: person_id ?? '', name: person_name ?? '', user_no, avatar }
      return [id, authorOf(kind, { ...known, pseudonym })]
    }),
  )
}
