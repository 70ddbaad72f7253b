// The banks of a course in a copy of it, and the questions of papers that lead into the course: those are the copy's own, all others are shared.
import { isDeepStrictEqual } from 'node:util'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { type CourseCopy, linksRenamed } from '../../activity/links.ts'
import { isKeyless, questionTypeOf } from '../question-types.ts'
import { holdersOf, holdQuestionFiles } from './question-files.ts'

/** The id of a row in the copy of course $1: always the same, so a second try makes nothing twice. */
const named = (id: string) => `md5($1::text || ${id}::text)::uuid`

type VersionContent = { stem: string; content: object; key: object; feedback: string }
type Version = VersionContent & { id: string; type: string }
const versionColumns = 'v.id::text, v.type, v.stem, v.content, v.key, v.feedback'
/** Of all versions a few have a link. */
const linkedSql = `(v.stem || v.content::text || v.key::text || v.feedback) like '%href=%'`

function renamed({ type, stem, content, key, feedback }: Version, as: ReadonlyMap<string, string>): VersionContent {
  const rename = (html: string) => linksRenamed(html, as)
  const of = questionTypeOf(type)
  return {
    stem: rename(stem),
    content: of.texts(content as never, rename),
    key: isKeyless({ type, key }) ? key : of.keyTexts(key as never, rename),
    feedback: rename(feedback),
  }
}
const leadsInto = ({ id: _, type, ...content }: Version, as: ReadonlyMap<string, string>) =>
  !isDeepStrictEqual(renamed({ id: '', type, ...content }, as), content)

/** The banks of a course once more in its copy, with their folders and the present versions of their questions; links lead into the copy. */
export async function copyBanks(tx: Tx, { from, course, org, person, as }: CourseCopy): Promise<void> {
  const source = 'b.course_id = $2 and b.deleted_at is null'
  await run(
    tx,
    `
    insert into banks (id, org_id, course_id, title, version)
    select ${named('b.id')}, $3, $1::uuid, b.title, ${nextVersion('0')} from banks b where ${source} on conflict do nothing`,
    course,
    from,
    org,
  )
  await run(
    tx,
    `
    insert into bank_folders (id, bank_id, parent_id, title, sort, version)
    select ${named('f.id')}, ${named('f.bank_id')}, ${named('f.parent_id')}, f.title, f.sort, ${nextVersion('0')}
    from bank_folders f join banks b on b.id = f.bank_id where ${source} on conflict do nothing`,
    course,
    from,
  )
  // what a paper has made the copy's own is there already, in no folder
  await run(
    tx,
    `
    with copied as materialized (
      select q.*, ${named('q.id')} as to_id, ${named('q.version_id')} as to_version, ${named('s.id')} as to_stimulus
      from questions q join banks b on b.id = q.bank_id left join questions s on s.id = q.stimulus_id and s.deleted_at is null
      where ${source} and q.deleted_at is null),
    versions as (
      insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
      select c.to_version, c.to_id, 1, v.type, v.stem, v.content, v.key, v.feedback, v.points, $4::uuid, now()
      from copied c join question_versions v on v.id = c.version_id where not exists (select from questions o where o.id = c.to_id))
    insert into questions as o (id, org_id, bank_id, folder_id, stimulus_id, sort, type, title, tags, text, upload_ids, version_id, owner_id, updated_at, version)
    select c.to_id, $3, ${named('c.bank_id')}, ${named('c.folder_id')}, c.to_stimulus, c.sort, c.type, c.title, c.tags, c.text, c.upload_ids,
      c.to_version, $4::uuid, now(), ${nextVersion('0')}
    from copied c on conflict (id) do update set folder_id = coalesce(o.folder_id, excluded.folder_id)`,
    course,
    from,
    org,
    person,
  )
  const linked = await rows<Version>(
    tx,
    `
    select ${versionColumns} from banks b join questions q on q.bank_id = b.id join question_versions v on v.id = ${named('q.version_id')}
    where ${source} and ${linkedSql}`,
    course,
    from,
  )
  await run(
    tx,
    `
    update question_versions v set stem = n.stem, content = n.content, key = n.key, feedback = n.feedback
    from jsonb_to_recordset($1::text::jsonb) as n(id uuid, stem text, content jsonb, key jsonb, feedback text) where v.id = n.id`,
    JSON.stringify(linked.filter((each) => leadsInto(each, as)).map((each) => ({ id: each.id, ...renamed(each, as) }))),
  )
  await holdQuestionFiles(tx, await holdersOf(tx, 'b.course_id = $1', course))
}

/** The id of a version or a question by the one that it stands for. */
export type OwnQuestions = ReadonlyMap<string, string>

/**
 * Of the versions that papers of the source ask those that lead into it, made for the copy with links into the copy: a question together with the
 * text that it is about and what else is asked about that. If nothing does, nothing is made.
 */
export async function ownQuestions(tx: Tx, { course, org, person, as }: CourseCopy, used: readonly string[]): Promise<OwnQuestions> {
  if (used.length === 0) return new Map()
  const found = await rows<Version & { family: string }>(
    tx,
    `
    with used as (
      select v.id, coalesce(q.stimulus_id, q.id) as family from question_versions v join questions q on q.id = v.question_id
      where v.id = any($1::uuid[])),
    all_used as (select id, family from used union select s.version_id, s.id from questions s where s.id in (select family from used))
    select ${versionColumns}, a.family::text from all_used a join question_versions v on v.id = a.id where ${linkedSql}`,
    used,
  )
  const families = [...new Set(found.filter(({ family: _, ...each }) => leadsInto(each, as)).map(({ family }) => family))]
  if (families.length === 0) return new Map()
  const questions = (
    await rows<{ id: string }>(
      tx,
      `
      select q.id::text from questions q where q.id = any($1::uuid[]) or (q.stimulus_id = any($1::uuid[])
        and exists (select from question_versions u where u.question_id = q.id and u.id = any($2::uuid[])))`,
      families,
      used,
    )
  ).map(({ id }) => id)
  const versions = await rows<Version>(
    tx,
    `
    select ${versionColumns} from questions q join question_versions v on v.question_id = q.id and (v.id = q.version_id or v.id = any($2::uuid[]))
    where q.id = any($1::uuid[])`,
    questions,
    used,
  )
  await run(
    tx,
    `
    insert into banks (id, org_id, course_id, title, version)
    select ${named('b.id')}, $3, $1::uuid, b.title, ${nextVersion('0')} from banks b
    where b.id in (select q.bank_id from questions q where q.id = any($2::uuid[])) on conflict do nothing`,
    course,
    questions,
    org,
  )
  await run(
    tx,
    `
    insert into questions as o (id, org_id, bank_id, stimulus_id, sort, type, title, tags, text, upload_ids, version_id, n, owner_id, updated_at, version)
    select ${named('q.id')}, $3, ${named('q.bank_id')}, ${named('q.stimulus_id')}, q.sort, q.type, q.title, q.tags, q.text, q.upload_ids,
      ${named('q.version_id')}, q.n, $4::uuid, now(), ${nextVersion('0')}
    from questions q where q.id = any($2::uuid[])
    on conflict (id) do update set n = excluded.n, version_id = excluded.version_id where excluded.n > o.n`,
    course,
    questions,
    org,
    person,
  )
  await run(
    tx,
    `
    insert into question_versions (id, question_id, n, type, stem, content, key, feedback, points, created_by, created_at)
    select ${named('v.id')}, ${named('v.question_id')}, v.n, v.type, n.stem, n.content, n.key, n.feedback, v.points, $3::uuid, now()
    from jsonb_to_recordset($2::text::jsonb) as n(id uuid, stem text, content jsonb, key jsonb, feedback text) join question_versions v on v.id = n.id
    on conflict do nothing`,
    course,
    JSON.stringify(versions.map((each) => ({ id: each.id, ...renamed(each, as) }))),
    person,
  )
  const own = await rows<{ id: string; to_id: string; question: string; to_question: string }>(
    tx,
    `
    select v.id::text, o.id::text as to_id, v.question_id::text as question, o.question_id::text as to_question
    from question_versions v join question_versions o on o.id = ${named('v.id')} where v.id = any($2::uuid[])`,
    course,
    versions.map(({ id }) => id),
  )
  await holdQuestionFiles(
    tx,
    await holdersOf(
      tx,
      'q.id = any($1::uuid[])',
      own.map(({ to_question }) => to_question),
    ),
  )
  return new Map(own.flatMap(({ id, to_id, question, to_question }) => [[id, to_id] as const, [question, to_question] as const]))
}

/** The banks of the source, and their folders, that are named, by what they are called in the copy. */
export async function copiedPlaces(tx: Tx, { course, from }: CourseCopy, banks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (banks.length === 0) return new Map()
  const found = await rows<{ id: string; to_id: string }>(
    tx,
    `
    with source as (select b.id from banks b where b.course_id = $2 and b.deleted_at is null and b.id = any($3::uuid[]))
    select id::text, ${named('id')}::text as to_id from source
    union all select f.id::text, ${named('f.id')}::text from bank_folders f where f.bank_id in (select id from source)`,
    course,
    from,
    banks,
  )
  return new Map(found.map(({ id, to_id }) => [id, to_id]))
}
