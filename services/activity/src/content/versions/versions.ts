// The calls on the kept versions of an activity's text.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { type PersonName, personNames } from '@lyceum/identity/mirror/persons'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { changeActivity } from '../activities/activities.ts'
import type { Activity } from '../../activity/api.ts'
import type { Deps } from '../../deps.ts'
import type { TextVersion as Row } from '../../generated/client.ts'
import type { TextVersion, WholeVersion } from './api.ts'

const listed = { id: true, title: true, personId: true, createdAt: true, restoredFrom: true } as const
type ListedRow = Pick<Row, keyof typeof listed>

const toVersion = (row: ListedRow, names: Map<string, PersonName>): TextVersion => {
  const person = row.personId ? names.get(row.personId) : undefined
  return {
    id: row.id,
    title: row.title,
    person: person && !person.deleted ? { id: person.id, name: person.name } : null,
    created_at: row.createdAt.toISOString(),
    restored_from: row.restoredFrom?.toISOString() ?? null,
  }
}
const namesOf = ({ db }: Deps, list: ListedRow[]) =>
  personNames(
    db,
    list.flatMap(({ personId }) => personId ?? []),
  )

export async function listVersions(deps: Deps, activity: string, page: PageQuery) {
  const { limit, offset } = limits(page)
  const where = { activityId: activity }
  const total = await deps.db.textVersion.count({ where })
  const list = await deps.db.textVersion.findMany({
    where,
    select: listed,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: offset,
  })
  const names = await namesOf(deps, list)
  return pageOf(
    page,
    total,
    list.map((row) => toVersion(row, names)),
  )
}

async function findVersion({ db }: Deps, activity: string, id: string): Promise<Row> {
  const row = await db.textVersion.findFirst({ where: { id, activityId: activity } })
  if (!row) throw notFound('version', id)
  return row
}

export async function readVersion(deps: Deps, activity: string, id: string): Promise<WholeVersion> {
  const row = await findVersion(deps, activity, id)
  const previous = await deps.db.textVersion.findFirst({
    where: { activityId: activity, OR: [{ createdAt: { lt: row.createdAt } }, { createdAt: row.createdAt, id: { lt: row.id } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { title: true, body: true },
  })
  return { ...toVersion(row, await namesOf(deps, [row])), body: row.body, previous }
}

/** 409 activity.newer when the activity has changed since the version that the actor saw. */
export async function restoreVersion(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: string,
  id: string,
  version: number | undefined,
): Promise<Activity> {
  const { title, body, createdAt } = await findVersion(deps, activity, id)
  return await changeActivity(deps, actor, scope, activity, { title, body, ...(version !== undefined && { version }) }, createdAt)
}

/** The versions of an erased person stay, without a name. */
export const eraseVersions = (tx: Tx, person: string) => run(tx, 'update text_versions set person_id = null where person_id = $1', person)
