// The book of a course without its scores: policy, categories and items, read in one query for one course or many.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { conflict } from '@lyceum/kit/calls/errors'
import { definitionOf } from '../../types/activity-types.ts'
import type { LateWork } from '../../types/activity-types/definition.ts'
import { settingsOf } from '../../types/settings.ts'
import { unitsOf } from '../../points/decimals.ts'
import { type Groups, groupsOf, type LateTerms, type Level } from './rules.ts'
import type { LateRule, PolicyDraft, ScoreCategory } from '../score-policies/api.ts'

export type StoredPolicy = PolicyDraft & { levels: Level[] | null; final: boolean; version: number }
export type StoredCategory = Omit<ScoreCategory, 'version'>
export type StoredItem = {
  id: string
  no: number
  title: string
  category_id: string | null
  points: string
  extra_credit: boolean
  never_drop: boolean
  released: boolean
  anonymous: boolean
  activity_id: string | null
  type: string | null
  settings: Record<string, unknown> | null
}
export type StoredBook = { policy: StoredPolicy; categories: StoredCategory[]; items: StoredItem[] }

export const defaultPolicy: PolicyDraft = {
  aggregation: 'points',
  digits: 1,
  scale_id: null,
  pass_percent: null,
  late: null,
  missing: null,
  distribution: false,
}

/** Every course has a book, also one without a row. */
export async function readBooks(tx: Tx, courses: readonly string[]): Promise<Map<string, StoredBook>> {
  const books = await rows<{ course: string; policy: StoredPolicy | null } & Pick<StoredBook, 'categories' | 'items'>>(
    tx,
    `
    select c.id::text as course,
      (select json_build_object('aggregation', p.aggregation, 'digits', p.digits, 'scale_id', p.scale_id, 'pass_percent', p.pass_percent, 'late', p.late,
          'missing', case when p.missing_percent is not null then json_build_object('percent', p.missing_percent) end, 'distribution', p.distribution,
          'levels', s.levels, 'final', p.final_at is not null, 'version', p.version)
        from score_policies p left join score_scales s on s.id = p.scale_id where p.course_id = c.id) as policy,
      coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'weight', trim_scale(k.weight)::text, 'drop', k.drop, 'keep', k.keep,
          'sort', k.sort) order by k.sort, k.id)
        from score_categories k where k.course_id = c.id), '[]') as categories,
      coalesce((select json_agg(json_build_object('id', i.id, 'no', i.no, 'title', i.title, 'category_id', i.category_id,
          'points', trim_scale(i.points)::text, 'extra_credit', i.extra_credit, 'never_drop', i.never_drop, 'released', i.released,
          'anonymous', i.anonymous, 'activity_id', i.activity_id, 'type', a.type, 'settings', a.settings) order by i.sort, i.no)
        from score_items i left join activities a on a.id = i.activity_id where i.course_id = c.id and not i.deleted), '[]') as items
    from unnest($1::uuid[]) as c(id)`,
    courses,
  )
  return new Map(
    books.map(({ course, policy, ...book }) => [
      course,
      { ...book, policy: policy ?? { ...defaultPolicy, levels: null, final: false, version: 0 } },
    ]),
  )
}
export const readBook = async (tx: Tx, course: string): Promise<StoredBook> => (await readBooks(tx, [course])).get(course)!

/** As rules.ts knows it. */
export const groupsOfBook = ({ policy, categories, items }: StoredBook): Groups =>
  groupsOf({
    aggregation: policy.aggregation,
    categories: categories.map(({ id, name, weight, drop, keep }) => ({ id, title: name, weight: unitsOf(weight), drop, keep })),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      category: item.category_id,
      points: unitsOf(item.points),
      extraCredit: item.extra_credit,
      neverDrop: item.never_drop,
    })),
  })

const seconds = { day: 86_400, hour: 3600 }
export const termsOf = ({ percent, per, lowest, grace_minutes }: LateRule | LateWork): LateTerms => ({
  percent: unitsOf(String(percent)),
  unitSeconds: seconds[per],
  lowest: unitsOf(String(lowest)),
  graceSeconds: grace_minutes * 60,
})
/** The rule for late work in an item: that of its activity, or of the course. */
export function lateTermsOf(
  { type, settings }: Pick<StoredItem, 'type' | 'settings'>,
  { late }: Pick<PolicyDraft, 'late'>,
): LateTerms | null {
  const own = type === null ? 'course' : (definitionOf(type)?.late?.(settingsOf({ type, settings }) as never) ?? 'course')
  const rule = own === 'course' ? late : own === 'none' ? null : own
  return rule && termsOf(rule)
}

/** Creates the row where there is none. A change of the policy waits for writes under way, and later ones for it. 409 results.final. */
export async function lockBook(tx: Tx, { org, course }: { org: string; course: string }, how: 'share' | 'update' = 'share'): Promise<void> {
  const sql = tx
  const lock = `select final_at is not null as final from score_policies where course_id = $1 for ${how}`
  let row = await one<{ final: boolean }>(sql, lock, course)
  if (!row) {
    await run(sql, 'insert into score_policies (course_id, org_id, version) values ($1, $2, 0) on conflict do nothing', course, org)
    row = await one<{ final: boolean }>(sql, lock, course)
  }
  if (row?.final) throw conflict('results.final')
}
