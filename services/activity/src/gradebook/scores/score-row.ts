// The row of a score, as it is read and compared.
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { Score } from '../../generated/client.ts'

export type Gradebook = { org: string; course: string }

const columns = columnsOf<Score>()('item_id', 'person_id', 'state', 'late_seconds', 'n', 'overridden', 'comment', 'released', 'release_at')
export const scoreColumns = (s: string) => `${columns(s)}, trim_scale(${s}.points)::text as points, trim_scale(${s}.earned)::text as earned`
export type ScoreRow = RowOf<typeof columns> & { points: string | null; earned: string | null }

/** Why the score `s` was set by hand, as its student reads it; '' where there is no reason. */
export const reasonSql = (s: string) => `case when ${s}.overridden then coalesce((
  select case when h.told then h.reason end from score_changes h
  where h.item_id = ${s}.item_id and h.person_id = ${s}.person_id and h.what in ('written', 'imported') order by h.id desc limit 1), '') else '' end`

/** The content of a cell that the writer saw. */
export const textOf = (row: Pick<ScoreRow, 'points' | 'state'> | undefined): string | null =>
  row?.state === 'excused' ? 'excused' : (row?.points ?? null)

export const keyOf = ({ item_id, person_id }: Pick<ScoreRow, 'item_id' | 'person_id'>): string => `${item_id} ${person_id}`
