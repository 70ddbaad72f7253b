// The row of a paper: its sections as they are stored, read and written.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Draw, Section } from './api.ts'
import type { FrozenSection } from './rules.ts'

/** An entry as it is stored. Frozen, a draw has its pool, and what is about something names the version of that. */
export type StoredEntry = {
  question_id?: string
  version_id?: string
  draw?: Draw
  points: string
  stimulus?: string
  pool?: [version: string, stimulus: string | null][]
}
export type StoredSection = Omit<Section, 'entries'> & { entries: StoredEntry[] }

export type PaperRow = {
  id: string
  org_id: string
  course_id: string
  activity_id: string
  n: number
  sections: StoredSection[]
  points: string
  frozen_at: Date | null
  version: string
}

const columns =
  'id::text, org_id::text, course_id::text, activity_id::text, n, sections, trim_scale(points)::text as points, frozen_at, version::text'

/** The last paper of an activity. */
export const latestPaper = (tx: Tx, activity: string): Promise<PaperRow | undefined> =>
  one<PaperRow>(tx, `select ${columns} from papers where activity_id = $1 order by n desc limit 1`, activity)

export const readPaperRow = (tx: Tx, id: string): Promise<PaperRow | undefined> =>
  one<PaperRow>(tx, `select ${columns} from papers where id = $1`, id)

/** The last paper of each of these activities. */
export const latestPapers = (tx: Tx, activities: string[]): Promise<PaperRow[]> =>
  rows<PaperRow>(
    tx,
    `select distinct on (activity_id) ${columns} from papers where activity_id = any($1) order by activity_id, n desc`,
    activities,
  )

/** Writes a paper, over a draft with the same id, and the questions that it uses. */
export async function writePaper(tx: Tx, row: PaperRow): Promise<void> {
  await run(
    tx,
    `
    insert into papers as p (id, org_id, course_id, activity_id, n, sections, points, frozen_at, version)
    values ($1, $2, $3, $4, $5, $6::text::jsonb, $7::text::numeric, $8, $9)
    on conflict (id) do update set sections = excluded.sections, points = excluded.points, frozen_at = excluded.frozen_at, version = excluded.version
    where p.frozen_at is null`,
    row.id,
    row.org_id,
    row.course_id,
    row.activity_id,
    row.n,
    JSON.stringify(row.sections),
    row.points,
    row.frozen_at,
    row.version,
  )
  const used = versionsOf(row.sections)
  await run(tx, 'delete from paper_questions where paper_id = $1', row.id)
  await run(
    tx,
    `insert into paper_questions (paper_id, question_id, version_id)
     select $1::uuid, v.question_id, v.id from question_versions v where v.id = any($2::uuid[]) on conflict do nothing`,
    row.id,
    used,
  )
}

/** Every version that it may ask. */
export const versionsOf = (sections: readonly StoredSection[]): string[] => [
  ...new Set(
    sections.flatMap(({ entries }) =>
      entries.flatMap(({ version_id, stimulus, pool = [] }) => [
        ...(version_id ? [version_id] : []),
        ...(stimulus ? [stimulus] : []),
        ...pool.flatMap(([version, about]) => (about ? [version, about] : [version])),
      ]),
    ),
  ),
]

/** The sections of a frozen paper, for rules.ts. */
export const frozenSections = (sections: readonly StoredSection[]): FrozenSection[] =>
  sections.map(({ shuffle, entries }) => ({
    shuffle,
    entries: entries.map(({ version_id, stimulus, draw, pool, points }) =>
      draw ? { pool: pool ?? [], count: draw.count, points } : { version: version_id!, stimulus: stimulus ?? null, points },
    ),
  }))
