// Problems of a paper that keep it from being asked, and the paper with its draws resolved.
import type { Tx } from '@lyceum/kit/database/database'
import { rows } from '@lyceum/kit/database/database'
import type { ErrorCode, Params } from '@lyceum/kit/calls/errors'
import { asksFilesSql, keylessSql } from '../question-types.ts'
import { type Asker, askers } from '../../types/askers.ts'
import { typesOfAsker } from './types-of-askers.ts'
import { type PaperCourse, type Pool, poolOf } from './paper-draws.ts'
import type { StoredSection } from './paper-row.ts'
import { certainFor } from './rules.ts'

export type Problem = { section: string; entry: number; code: ErrorCode; params: Params }

type Known = {
  version: string
  question: string
  type: string
  deleted: boolean
  present: string
  stimulus: string | null
  keyless: boolean
  asksFiles: boolean
}

/** Fixed entries by their version, with what they are about. */
async function fixedOf(tx: Tx, sections: readonly StoredSection[]): Promise<Map<string, Known>> {
  const ids = sections.flatMap(({ entries }) => entries.flatMap(({ version_id }) => version_id ?? []))
  const found = await rows<Known>(
    tx,
    `select v.id::text as version, q.id::text as question, v.type, q.deleted_at is not null as deleted, q.version_id::text as present,
       s.version_id::text as stimulus, ${keylessSql('v')} as keyless, ${asksFilesSql('v')} as "asksFiles"
     from question_versions v join questions q on q.id = v.question_id left join questions s on s.id = q.stimulus_id where v.id = any($1)`,
    ids,
  )
  return new Map(found.map((row) => [row.version, row]))
}

export type Resolved = {
  /** With the pools of draws, and the versions of what questions are about. */
  sections: StoredSection[]
  problems: Problem[]
  /** Of each draw, by `section.entry`: how many there are to draw from. */
  there: Map<string, number>
  questions: number
}

export async function resolve(tx: Tx, place: PaperCourse, asker: Asker, sections: readonly StoredSection[]): Promise<Resolved> {
  const fixed = await fixedOf(tx, sections)
  const allowed = typesOfAsker(asker) as readonly string[]
  const problems: Problem[] = []
  const there = new Map<string, number>()
  const fixedVersions = new Set(fixed.keys())
  const draws: { at: string; section: string; entry: number; count: number; pool: Pool }[] = []
  let questions = 0
  const resolved: StoredSection[] = []
  for (const section of sections) {
    const entries: StoredSection['entries'] = []
    for (const [nth, { stimulus: _, pool: __, ...entry }] of section.entries.entries()) {
      const problem = (code: ErrorCode, params: Params = {}) => problems.push({ section: section.id, entry: nth, code, params })
      if (entry.draw) {
        questions += entry.draw.count
        const found = await poolOf(tx, place, asker, entry.draw)
        const pool = found.filter(({ version }) => !fixedVersions.has(version))
        draws.push({ at: `${section.id}.${nth}`, section: section.id, entry: nth, count: entry.draw.count, pool })
        entries.push({ ...entry, pool: pool.map(({ version, stimulus }) => [version, stimulus]) })
        continue
      }
      const known = fixed.get(entry.version_id ?? '')
      if (known?.type !== 'stimulus') questions++
      if (!known || known.deleted) problem('paper.questionUnknown')
      else if (!allowed.includes(known.type)) problem('paper.notAsked', { type: known.type })
      else if (known.keyless && askers[asker].scored) problem('paper.noRight')
      else if (known.asksFiles && !askers[asker].files) problem('paper.noFiles')
      entries.push({ ...entry, ...(known?.stimulus && { stimulus: known.stimulus }) })
    }
    resolved.push({ ...section, entries })
  }
  const certain = certainFor(draws.map(({ pool, count }) => ({ pool: new Set(pool.map(({ version }) => version)), count })))
  for (const [nth, { at, section, entry, count }] of draws.entries()) {
    there.set(at, certain[nth]!)
    if (certain[nth]! < count)
      problems.push({ section, entry, code: 'paper.drawsTooMany', params: { wanted: count, there: certain[nth]! } })
  }
  if (questions === 0) problems.push({ section: sections[0]?.id ?? '', entry: 0, code: 'paper.empty', params: {} })
  return { sections: resolved, problems, there, questions }
}
