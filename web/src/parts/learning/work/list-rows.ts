// Rows of the list of submissions: their keys, their people, and what of them is selected. Pure.
import type { Answer, CallInput } from '../../../client.ts'
import type { Paged } from '../../../ui/table/paged-list.tsx'
import type { Selection } from '../../base/table/selection.ts'

export type Rows = Answer<'GET /api/activities/:id/submissions'>
export type Row = Rows['items'][number]
export type Author = Row['author']
export type Selected = Pick<CallInput<'POST /api/activities/:id/submissions/files'>['body'], 'ids' | 'conditions' | 'except_ids'>

/** `all` is no condition. */
export const states = ['all', 'missing', 'to_mark', 'late', 'marked', 'returned', 'rework', 'extended'] as const
const conditionStates: readonly string[] = states.slice(1)

/** The conditions of the list as its calls take them; undefined: none. */
export function conditionsOf(find: string, { state, group }: Readonly<Record<string, string | undefined>>): string | undefined {
  const conditions = {
    ...(find && { keyword: find }),
    ...(state && conditionStates.includes(state) && { state }),
    ...(group && { group_id: group }),
  }
  return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
}

/** The same row has the same key before and after its hand-in. */
export const keyOf = ({ author, id }: Row): string =>
  author.kind === 'pseudonym' ? `number ${author.number}` : `${author.kind} ${author.id ?? id}`

/** The students of rows, of a group its members; nobody behind a pseudonym. */
export function peopleOf(rows: readonly Row[]): { id: string; name: string; user_no: string }[] {
  const people = rows.flatMap(({ author, members }) =>
    author.kind === 'person' && author.id
      ? [{ id: author.id, name: author.name ?? '', user_no: author.user_no ?? '' }]
      : members.map(({ id, name }) => ({ id, name, user_no: '' })),
  )
  return [...new Map(people.map((person) => [person.id, person])).values()]
}

const idsOf = (rows: readonly Row[]) => rows.flatMap(({ id }) => id ?? [])

/** Selected rows as the calls take them; rows without a submission have nothing to return or to download. */
export const selectedOf = (
  { everything, rows, except }: Pick<Selection<Row>, 'everything' | 'rows' | 'except'>,
  { find, filters }: Pick<Paged<Row>, 'find' | 'filters'>,
): Selected =>
  everything
    ? { conditions: conditionsOf(find, filters) ?? '{}', ...(idsOf(except).length > 0 && { except_ids: idsOf(except) }) }
    : { ids: idsOf(rows) }
