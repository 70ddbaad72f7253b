// The submissions that a call names, or that fit the conditions of the list.
import { invalid } from '@lyceum/kit/calls/errors'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import type { Selected } from './api.ts'
import { matchingIds, readConditions } from './list-sql.ts'

/** More than a course has students. */
const most = 20_000

/** 400 unless it says which; ids of other activities are none of them. */
export async function selectedIds(
  { db }: Pick<Deps, 'db'>,
  activity: Activity,
  nameless: boolean,
  { ids, conditions, except_ids = [] }: Selected,
): Promise<string[]> {
  if (!ids && conditions === undefined) throw invalid({ ids: 'field.required' })
  if (ids && conditions !== undefined) throw invalid({ conditions: 'field.unknown' })
  return await matchingIds(
    db,
    { activity, nameless, conditions: readConditions(conditions, nameless) },
    { ids: ids ?? null, except: except_ids, limit: most },
  )
}
