// The lists of a course's content by kind: the one statement of the content list, of which each takes its part.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { holding } from '@lyceum/kit/text/folded'
import { typesOfLists } from '../../types/activity-types/lists.ts'
import type { SharedRow } from '../../activity/activity-row.ts'
import type { ActivityRow } from '../../activity/api.ts'
import { readRows } from '../../content/activities/content.ts'
import type { Deps } from '../../deps.ts'

/** Whether an activity is in a list: by what all readers share of it, and by the reader's own row. */
type Belongs = (shared: SharedRow, row: ActivityRow) => boolean
export type ListName = keyof typeof typesOfLists | 'all-activities' | 'web-link-activities' | 'score-list'

const byType = (name: keyof typeof typesOfLists): Belongs => {
  const types: readonly string[] = typesOfLists[name]
  return ({ type }) => types.includes(type)
}
const lists: Record<ListName, Belongs> = {
  ...(Object.fromEntries(Object.keys(typesOfLists).map((name) => [name, byType(name as never)])) as Record<
    keyof typeof typesOfLists,
    Belongs
  >),
  'all-activities': () => true,
  'submitted-exams': (shared, row) => byType('exams')(shared, row) && row.state !== '',
  // the row of an activity that is not open to the reader has no uploads
  'web-link-activities': ({ uploads }) => uploads.some(({ type }) => type === 'link'),
  'score-list': ({ points }) => points !== null,
}

type Query = PageQuery & { conditions?: string }

/** 400 for a condition that there is not. */
export async function listContent(deps: Deps, actor: Actor, scope: CourseScope, course: string, name: ListName, query: Query) {
  const { keyword = '', module_id, published } = conditionsOf(query.conditions, ['keyword', 'module_id', 'published'])
  if (typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (module_id !== undefined && typeof module_id !== 'string') throw invalid({ 'conditions.module_id': 'field.type' })
  if (published !== undefined && typeof published !== 'boolean') throw invalid({ 'conditions.published': 'field.type' })
  const { content, shared, items } = await readRows(deps, actor, scope, course)
  const holds = holding(keyword)
  const placeOf = new Map(content.modules.map(({ id }, nth) => [id, nth + 1]))
  const place = ({ module_id: id }: ActivityRow) => placeOf.get(id ?? '') ?? 0
  const found = items
    .filter(
      (row, nth) =>
        lists[name](shared[nth]!, row) &&
        holds(row.title) &&
        (module_id === undefined || row.module_id === module_id) &&
        (published === undefined || row.published === published),
    )
    .sort((a, b) => place(a) - place(b) || a.sort - b.sort)
  const { limit, offset } = limits(query)
  return pageOf(query, found.length, found.slice(offset, offset + limit))
}
