// The scales of an organisation: letters or points by the percentage of a result.
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { compare, fractionOf } from '../../points/fractions.ts'
import { decimalOf } from '../scores/typed-points.ts'
import { titleOf } from './items.ts'
import type { ScaleDraft, ScoreScale } from './api.ts'

const mostScales = 100
const scaleSql = `select s.id::text, s.name, s.levels, (select count(*)::int from score_policies p where p.scale_id = s.id) as used,
  s.version::float8 as version from score_scales s`

export const listScales = async ({ db }: Deps, org: string): Promise<{ items: ScoreScale[] }> => ({
  items: await rows<ScoreScale>(db, `${scaleSql} where s.org_id = $1 order by s.name, s.id`, org),
})
const readScale = async (tx: Tx, id: string): Promise<ScoreScale> => (await one<ScoreScale>(tx, `${scaleSql} where s.id = $1`, id))!

/** 400 scoreScale.levels unless each begins lower than the one above it, and the last at 0. */
function levelsOf(levels: ScaleDraft['levels']): ScoreScale['levels'] {
  const checked = levels.map(({ name, percent }, nth) => ({
    name: titleOf(name, `levels.${nth}.name`),
    percent: decimalOf(percent, `levels.${nth}.percent`),
  }))
  for (const [nth, { percent }] of checked.entries()) {
    const above = checked[nth - 1]
    if (above && compare(fractionOf(percent), fractionOf(above.percent)) >= 0n)
      throw invalid({ [`levels.${nth}.percent`]: 'scoreScale.levels' })
  }
  if (checked.at(-1)?.percent !== '0') throw invalid({ [`levels.${checked.length - 1}.percent`]: 'scoreScale.levels' })
  return checked
}

export async function createScale({ db }: Deps, org: string, { name, levels }: ScaleDraft): Promise<ScoreScale> {
  const counted = await one<{ n: number }>(db, 'select count(*)::int as n from score_scales where org_id = $1', org)
  if ((counted?.n ?? 0) >= mostScales) throw invalid({ name: 'scoreScale.tooMany' })
  const id = newId()
  await run(
    db,
    `insert into score_scales (id, org_id, name, levels, version) values ($1, $2, $3, $4::jsonb, ${nextVersion('0')})`,
    id,
    org,
    titleOf(name, 'name'),
    JSON.stringify(levelsOf(levels)),
  )
  await audit(db, { action: 'scoreScale.created', subject: `scoreScale:${id}`, org })
  return await readScale(db, id)
}

async function lockScale(tx: Tx, id: string, version: number | undefined): Promise<ScoreScale> {
  await run(tx, 'select from score_scales where id = $1 for update', id)
  const row = await one<ScoreScale>(tx, `${scaleSql} where s.id = $1`, id)
  if (!row) throw notFound('orgScoreScale', id)
  if (version !== undefined && version < row.version) throw conflict('scoreScale.newer', { version: row.version })
  return row
}

/** 409 scoreScale.used for other levels while courses have chosen it: their letters would change behind their teachers. */
export async function changeScale(
  { db }: Deps,
  org: string,
  id: string,
  { version, ...draft }: Partial<ScaleDraft> & { version?: number },
): Promise<ScoreScale> {
  const before = await lockScale(db, id, version)
  const levels = draft.levels ? levelsOf(draft.levels) : before.levels
  const name = draft.name === undefined ? before.name : titleOf(draft.name, 'name')
  if (before.used > 0 && JSON.stringify(levels) !== JSON.stringify(before.levels))
    throw conflict('scoreScale.used', { courses: before.used })
  await run(
    db,
    `update score_scales set name = $2, levels = $3::jsonb, version = ${nextVersion()} where id = $1`,
    id,
    name,
    JSON.stringify(levels),
  )
  await audit(db, { action: 'scoreScale.changed', subject: `scoreScale:${id}`, org })
  return await readScale(db, id)
}

/** 409 scoreScale.used. */
export async function deleteScale({ db }: Deps, org: string, id: string, version: number | undefined): Promise<null> {
  const scale = await lockScale(db, id, version)
  if (scale.used > 0) throw conflict('scoreScale.used', { courses: scale.used })
  await run(db, 'delete from score_scales where id = $1', id)
  await audit(db, { action: 'scoreScale.deleted', subject: `scoreScale:${id}`, org })
  return null
}
