// Queries and words of imports of a school's register.
import type { Answer } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'
import type { ListRequest } from '../../../ui/table/paging.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'

export type Run = Answer<'GET /api/data-import'>['items'][number]
export type RunLine = Answer<'GET /api/data-import/:id/lines'>['items'][number]
export type RunCounts = Run['counts'][number]
export type ImportKind = Run['kind']
export type Outcome = RunLine['outcome']

export const importKinds = [
  'people',
  'departments',
  'study_units',
  'courses',
  'enrolments',
  'oneroster',
] as const satisfies readonly ImportKind[]
/** In the order in which they are shown: first those that change something. */
export const outcomes = ['made', 'changed', 'back', 'left', 'refused', 'same'] as const satisfies readonly Outcome[]
export const outcomeTones: Record<Outcome, Tone> = {
  made: 'ok',
  changed: 'info',
  back: 'note',
  left: 'warn',
  refused: 'bad',
  same: 'neutral',
}
export const stateTones: Record<Run['state'], Tone> = {
  checking: 'info',
  ready: 'note',
  held: 'warn',
  applying: 'info',
  applied: 'ok',
  failed: 'bad',
  undoing: 'info',
  undone: 'neutral',
}

/** Lines of an outcome, over all kinds. */
export const sum = (run: Pick<Run, 'counts'>, of: Exclude<keyof RunCounts, 'kind'>) =>
  run.counts.reduce((all, counts) => all + counts[of], 0)
/** Lines that an import would change, or has changed. */
export const changing = (run: Pick<Run, 'counts'>) =>
  (['made', 'changed', 'left', 'back'] as const).reduce((all, of) => all + sum(run, of), 0)
export const isAtWork = ({ state }: Pick<Run, 'state'>) => state === 'checking' || state === 'applying' || state === 'undoing'

export const importFilters = ['kind', 'state'] as const
export function runsQuery({ page, size, filters }: ListRequest) {
  const conditions = Object.fromEntries(importFilters.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  return query('GET /api/data-import', {
    query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
  })
}
export const runQuery = (id: string) => query('GET /api/data-import/:id', { params: { id } })

export const lineFilters = ['kind', 'outcome', 'pinned'] as const
export const linesQuery =
  (id: string) =>
  ({ page, size, find, filters }: ListRequest) => {
    const { kind, outcome, pinned } = filters
    const conditions = {
      ...(find && { keyword: find }),
      ...(kind && { kind }),
      ...(outcome && { outcome }),
      ...(pinned && { pinned: true }),
    }
    return query('GET /api/data-import/:id/lines', {
      params: { id },
      query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
    })
  }

export const refreshImports = () =>
  Promise.all(
    (['GET /api/data-import', 'GET /api/data-import/:id', 'GET /api/data-import/:id/lines'] as const).map((name) => invalidate(name)),
  )
