// Frozen papers that a process keeps, with what students see of their questions and without the keys: a thousand starts read none.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { QuestionTypeName } from '../question-types/api.ts'
import { questionTypeOf } from '../question-types.ts'
import { frozenSections, type PaperRow, readPaperRow, type StoredSection, versionsOf } from './paper-row.ts'
import type { FrozenSection } from './rules.ts'

export type KeptVersion = {
  id: string
  questionId: string
  n: number
  type: QuestionTypeName
  title: string
  stem: string
  content: Record<string, unknown>
  /** Pictures, sounds and films in its texts. */
  uploadIds: string[]
}
export type KeptPaper = {
  id: string
  activityId: string
  n: number
  points: string
  /** Title and text of each section, and the moments of a video quiz. */
  sections: Omit<StoredSection, 'entries'>[]
  /** Pictures, sounds and films in the texts of its sections. */
  uploadIds: string[]
  frozen: FrozenSection[]
  versions: Map<string, KeptVersion>
}

export type KeptPapers = {
  /** Undefined: there is no such paper, or it is not frozen. */
  of(tx: Tx, id: string): Promise<KeptPaper | undefined>
}

type Kept = { paper: Promise<KeptPaper | undefined>; size: number }

/** Keeps those used last, of `most` characters of JSON in all. A frozen paper never changes. */
export function keptPapers(most = 32_000_000): KeptPapers {
  const kept = new Map<string, Kept>()
  let total = 0
  const drop = (id: string) => {
    total -= kept.get(id)?.size ?? 0
    kept.delete(id)
  }
  return {
    of(tx, id) {
      const entry = kept.get(id)
      if (entry) {
        kept.delete(id)
        kept.set(id, entry)
        return entry.paper
      }
      const fresh: Kept = { paper: load(tx, id), size: 0 }
      kept.set(id, fresh)
      fresh.paper.then(
        (paper) => {
          if (kept.get(id) !== fresh) return
          if (!paper) return kept.delete(id)
          fresh.size = sizeOf(paper)
          total += fresh.size
          while (total > most && kept.size > 1) drop(kept.keys().next().value!)
          return undefined
        },
        () => {
          if (kept.get(id) === fresh) kept.delete(id)
        },
      )
      return fresh.paper
    },
  }
}

const sizeOf = ({ versions }: KeptPaper) => {
  let size = 10_000
  for (const { stem, content } of versions.values()) size += stem.length + JSON.stringify(content).length + 500
  return size
}

/** The paper that an activity asks now: the last frozen one. */
export async function currentPaper({ db, papers }: { db: Tx; papers: KeptPapers }, activity: string): Promise<KeptPaper | undefined> {
  const last = await one<{ id: string }>(
    db,
    'select id::text from papers where activity_id = $1 and frozen_at is not null order by n desc limit 1',
    activity,
  )
  return last && (await papers.of(db, last.id))
}

async function load(tx: Tx, id: string): Promise<KeptPaper | undefined> {
  const row = await readPaperRow(tx, id)
  return row?.frozen_at ? await toKept(tx, row) : undefined
}

/** A paper whose draws are resolved, frozen or not. */
export async function toKept(tx: Tx, row: PaperRow): Promise<KeptPaper> {
  return {
    id: row.id,
    activityId: row.activity_id,
    n: row.n,
    points: row.points,
    sections: row.sections.map(({ entries: _, ...section }) => section),
    uploadIds: uploadsInSections(row.sections),
    frozen: frozenSections(row.sections),
    versions: await readVersions(tx, versionsOf(row.sections)),
  }
}

/** Versions as students see them: no key. */
export async function readVersions(tx: Tx, ids: string[]): Promise<Map<string, KeptVersion>> {
  const found = await rows<Omit<KeptVersion, 'uploadIds'>>(
    tx,
    `select v.id::text, v.question_id::text as "questionId", v.n, v.type, q.title, v.stem, v.content
     from question_versions v join questions q on q.id = v.question_id where v.id = any($1)`,
    ids,
  )
  return new Map(found.map((row) => [row.id, { ...row, uploadIds: uploadsIn(row) }]))
}

export const uploadsInSections = (sections: readonly Pick<StoredSection, 'text'>[]): string[] => [
  ...new Set(sections.flatMap(({ text }) => filesIn(text))),
]

/** The files in the texts that a student sees of a question. */
export function uploadsIn({ type, stem, content }: Pick<KeptVersion, 'type' | 'stem' | 'content'>): string[] {
  const found = new Set(filesIn(stem))
  questionTypeOf(type).texts(content as never, (html) => {
    for (const id of filesIn(html)) found.add(id)
    return html
  })
  return [...found]
}
