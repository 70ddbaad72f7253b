// Results that a change of the book would change, before it is made.
import { invalid } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { PolicyPreview, ResultChange } from './book-rules-api.ts'
import { groupsOfBook, readBook, type StoredBook } from '../scores/book.ts'
import { checkCategoryRules } from './categories.ts'
import { decimalOf } from '../scores/typed-points.ts'
import { readMissing } from '../scores/missing.ts'
import { checkScale } from './policy.ts'
import { missingPoints, ruledPoints } from '../scores/recalculation.ts'
import { hiddenSql, scoresOf, shownResult, type ScoreText } from '../scores/results.ts'
import { type Level, resultOf } from '../scores/rules.ts'
import type { Gradebook } from '../scores/score-row.ts'

const most = 200

type Ruled = { item_id: string; points: string | null; state: string; earned: string | null; late_seconds: number; overridden: boolean }

export async function previewPolicy(
  { db, now }: Deps,
  place: Gradebook,
  draft: PolicyPreview,
): Promise<{ changes: ResultChange[]; total: number }> {
  const before = await readBook(db, place.course)
  if (draft.policy?.scale_id !== before.policy.scale_id) await checkScale(db, place.org, draft.policy?.scale_id)
  const after = bookAfter(before, draft, await levelsOf(db, draft, before))
  const students = await rows<{ id: string; name: string; user_no: string; scores: Ruled[] | null }>(
    db,
    `
    with scored as materialized (
      select s.person_id, json_agg(json_build_object('item_id', s.item_id, 'points', trim_scale(s.points)::text, 'state', s.state,
        'earned', trim_scale(s.earned)::text, 'late_seconds', s.late_seconds, 'overridden', s.overridden)) as scores
      from scores s join score_items i on i.id = s.item_id and not i.deleted where s.course_id = $1 and not ${hiddenSql('i', 's')} group by s.person_id)
    select p.id::text, p.name, p.user_no, c.scores from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
    left join scored c on c.person_id = m.person_id
    where m.course_id = $1 and m.role = 'student' and m.state = 'active' order by p.name, p.id`,
    place.course,
  )
  const begins = before.policy.missing === null && after.policy.missing !== null
  const activities = after.items
    .filter(({ activity_id, anonymous, released }) => activity_id !== null && (!anonymous || released))
    .map(({ id }) => id)
  const missing = Map.groupBy(begins ? await readMissing(db, activities, now()) : [], ({ person_id }) => person_id)
  const [groupsBefore, groupsAfter] = [groupsOfBook(before), groupsOfBook(after)]
  const itemOf = new Map(after.items.map((item) => [item.id, item]))
  const percent = after.policy.missing?.percent ?? 0
  const changes = students.flatMap(({ scores, ...person }): ResultChange[] => {
    const stored = scores ?? []
    const ruled = [
      ...stored.map((row): ScoreText => {
        const item = itemOf.get(row.item_id)
        const points = !item || row.overridden ? row.points : ruledPoints(row, item, after.policy)
        return [row.item_id, points, row.state]
      }),
      ...(missing.get(person.id) ?? []).map(
        ({ item_id }): ScoreText => [item_id, missingPoints(itemOf.get(item_id)!.points, percent), 'missing'],
      ),
    ]
    const was = shownResult(
      before.policy,
      resultOf(groupsBefore, scoresOf(stored.map(({ item_id, points, state }): ScoreText => [item_id, points, state]))),
    )
    const is = shownResult(after.policy, resultOf(groupsAfter, scoresOf(ruled)))
    const same = was.percent === is.percent && was.letter === is.letter && was.passed === is.passed
    return same ? [] : [{ person, before: was, after: is }]
  })
  return { changes: changes.slice(0, most), total: changes.length }
}

async function levelsOf(db: Deps['db'], { policy }: PolicyPreview, { policy: { levels, scale_id } }: StoredBook): Promise<Level[] | null> {
  if (policy?.scale_id === undefined || policy.scale_id === scale_id) return levels
  if (policy.scale_id === null) return null
  return (await one<{ levels: Level[] }>(db, 'select levels from score_scales where id = $1', policy.scale_id))?.levels ?? null
}

/** The book as it would be. 400 names an item or a category that is not in it. */
function bookAfter(book: StoredBook, { policy, categories = [], items = [] }: PolicyPreview, levels: Level[] | null): StoredBook {
  const unknown = items.findIndex(({ id }) => !book.items.some((item) => item.id === id))
  if (unknown >= 0) throw invalid({ [`items.${unknown}.id`]: ['score.unknownItem', { id: items[unknown]!.id }] })
  const draftOf = new Map(categories.map((category) => [category.id, category]))
  const empty = { name: '', weight: '0', drop: 0, keep: null, sort: 0 }
  const made = categories.filter(({ id }) => !book.categories.some((category) => category.id === id)).map(({ id }) => ({ ...empty, id }))
  const changed = [...book.categories, ...made].flatMap((category) => {
    const draft = draftOf.get(category.id)
    if (draft?.deleted) return []
    const { deleted: _, ...fields } = draft ?? { id: category.id }
    const after = { ...category, ...fields, weight: draft?.weight === undefined ? category.weight : decimalOf(draft.weight, 'weight') }
    checkCategoryRules(after, `categories.${categories.findIndex(({ id }) => id === category.id)}.`)
    return [after]
  })
  const itemDraft = new Map(items.map((item) => [item.id, item]))
  return {
    policy: { ...book.policy, ...policy, levels },
    categories: changed,
    items: book.items.flatMap((item) => {
      const draft = itemDraft.get(item.id)
      if (draft?.deleted) return []
      const { deleted: _, points, ...fields } = draft ?? { id: item.id }
      return [{ ...item, ...fields, points: points === undefined ? item.points : decimalOf(points, 'points') }]
    }),
  }
}
