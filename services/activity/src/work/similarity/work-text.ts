// The compared text of a work: its own and that of its files, as one list of words in which every word knows its place.
import { setImmediate as rest } from 'node:timers/promises'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { TextFailure } from '@lyceum/upload/mirror/file-texts'
import { namelessFile, type SubmittedFile } from '../../activity/work-rules.ts'
import { filesOf } from '../submissions/submission-row.ts'
import { textOfHtml } from '../../activity/excerpt.ts'
import type { LeftOut } from './api.ts'
import { isSilent } from './file-texts.ts'
import { boundary, shinglesOf, type Token, tokensOf } from './shingles.ts'

/** Characters of a work that are compared. */
const longestWork = 200_000

type FileText = { text: string | null; unknown: TextFailure | null; cut: boolean }
type Row = {
  id: string
  course_id: string
  activity_id: string
  title: string
  instructions: string
  n: number
  text: string
  files: unknown
  texts: Record<string, FileText>
}
/** `file`: its number among the files of the version; null: the text. `tokens`: of the work, to where it goes. */
type Part = { file: number | null; plain: string; tokens: number }
export type Work = Pick<Row, 'id' | 'course_id' | 'activity_id' | 'title' | 'instructions' | 'n'> & {
  files: SubmittedFile[]
  parts: Part[]
  tokens: Token[]
  characters: number
  /** The text of a file is not there yet. */
  waits: boolean
  /** The files that are not compared, by their number. */
  leftOut: { file: number; why: LeftOut['why'] }[]
}

/** The works by their ids, at the version that `n` names in SQL: of submissions `s` and similarities `i`. */
export async function readWorks(tx: Tx, ids: string[], n: 's.n' | 'i.n'): Promise<Work[]> {
  const list = await rows<Row>(
    tx,
    `
    select s.id::text, s.course_id::text, s.activity_id::text, a.title, a.body as instructions, v.n, v.text, v.files,
      (select coalesce(jsonb_object_agg(f.upload_id, jsonb_build_object('text', f.text, 'unknown', f.unknown, 'cut', f.cut)), '{}')
       from file_texts f where f.submission_id = s.id) as texts
    from submissions s left join similarities i on i.submission_id = s.id
    join submission_versions v on v.submission_id = s.id and v.n = ${n} join activities a on a.id = s.activity_id
    where s.id = any($1::uuid[]) and not s.trial`,
    ids,
  )
  const works: Work[] = []
  for (const row of list) works.push(await workOf(row))
  return works
}

/** Names of attachments are no text of the work, and would name the author of an anonymous one. */
const attachment = /<a\b[^<>]*\sdata-upload="[^<>]*>[\s\S]*?<\/a>/gi

async function workOf({ text, texts, files: json, ...row }: Row): Promise<Work> {
  const files = filesOf({ files: json })
  const work: Work = { ...row, files, parts: [], tokens: [], characters: 0, waits: false, leftOut: [] }
  await addPart(work, null, textOfHtml(text.replace(attachment, ' ')))
  for (const [nth, file] of files.entries()) {
    const known = texts[file.upload_id]
    const leaveOut = (why: LeftOut['why']) => work.leftOut.push({ file: nth, why })
    if (known?.text != null) {
      if (!(await addPart(work, nth, known.text)) || known.cut) leaveOut('cut')
    } else if (isSilent(file)) {
      if (!file.in_text) leaveOut('kind')
    } else if (!known) leaveOut('older')
    else if (known.unknown) leaveOut(known.unknown)
    else work.waits = true
  }
  return work
}

/** False: the work is too long for all of it. */
async function addPart(work: Work, file: number | null, text: string): Promise<boolean> {
  const plain = text.slice(0, longestWork - work.characters)
  // one by one: a work may have thousands of words, and spread over arguments they are too many
  for (const token of tokensOf(plain)) work.tokens.push(token)
  work.tokens.push(boundary(`${work.id} ${file}`, plain.length))
  work.parts.push({ file, plain, tokens: work.tokens.length })
  work.characters += plain.length
  await rest()
  return plain.length === text.length
}

/** Of its parts, none over their ends. */
export const shinglesOfWork = ({ parts, tokens }: Work): number[] =>
  parts.flatMap((part, nth) => shinglesOf(tokens.slice(parts[nth - 1]?.tokens ?? 0, part.tokens - 1)))

export const partAt = ({ parts }: Work, token: number): Part => parts.find(({ tokens }) => token < tokens)!

export const nameOf = ({ files }: Work, file: number, nameless: boolean): string =>
  nameless ? namelessFile(files[file]!, file) : files[file]!.name
