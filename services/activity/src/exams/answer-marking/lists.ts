// Lists for marking an exam: its questions, and the answers to one of them in a row or those of one attempt.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { settingsOf } from '../../types/settings.ts'
import { uploadsOfAnswer } from '../attempts/answers.ts'
import { namelessAnswer } from '../attempts/nameless-answer.ts'
import { countWaiting, shownAttemptsSql } from '../attempts/shown-attempts.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { visibleTo } from '../../points/slots.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { shufflingOf } from '../../questions/papers/rules.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { isReleased } from '../../activity/anonymity.ts'
import { authorOf } from '../../work/submissions/authors.ts'
import { opener } from '../../work/submissions/files.ts'
import type { AnswerToMark, QuestionToMark } from './api.ts'
import { marksOf, toMarks } from './answer-mark-row.ts'

type QuestionRow = Omit<QuestionToMark, 'marking' | 'points'>

/** A question that nobody got is left out. */
export async function listQuestions({ db, papers }: Deps, id: string) {
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  const nameless = await isNameless(db, activity)
  const found = await rows<QuestionRow & { paper_id: string }>(
    db,
    `
    with answered_slots as (
      select a.id as attempt_id, a.paper_id, v.id as version_id, (v.nth - 1)::smallint as slot
      from attempts a, unnest(a.versions) with ordinality as v(id, nth) where a.activity_id = $1 and a.state <> 'running' and not a.trial
        ${nameless ? `and a.id in ${shownAttemptsSql}` : ''}),
    versions as (
      select q.question_id, s.version_id, max(s.paper_id::text) as paper_id, count(*)::int as answers,
        count(*) filter (where w.attempt_id is null or w.points is not null or w.answer = 'null')::int as marked,
        count(*) filter (where w.points is null and w.answer <> 'null')::int as to_mark
      from answered_slots s join question_versions q on q.id = s.version_id
      left join attempt_answers w on w.attempt_id = s.attempt_id and w.slot = s.slot group by q.question_id, s.version_id)
    select distinct on (q.id) q.id::text as question_id, v.version_id::text, v.paper_id, n.n, n.type, q.title, n.stem, n.content, n.key,
      (sum(v.to_mark) over (partition by q.id))::int as to_mark, (sum(v.marked) over (partition by q.id))::int as marked,
      (sum(v.answers) over (partition by q.id))::int as answers, case when q.n > n.n and not exists (
        select from regrades r where r.activity_id = $1 and r.question_id = q.id and r.to_n >= q.n) then q.version_id::text end as newer_version_id
    from versions v join questions q on q.id = v.question_id join question_versions n on n.id = v.version_id order by q.id, v.answers desc, n.n desc`,
    activity.id,
  )
  const items: QuestionToMark[] = []
  for (const { paper_id, ...row } of found) {
    if (row.type === 'stimulus') continue
    const paper = await papers.of(db, paper_id)
    const place = paper?.frozen.flatMap(({ entries }) => entries).find((entry) => asksVersion(entry, row.version_id))
    const marking = questionTypeOf(row.type).marking
    items.push({ ...row, marking, points: place?.points ?? '0', to_mark: marking === 'none' ? 0 : row.to_mark })
  }
  items.sort((a, b) => Number(b.to_mark > 0) - Number(a.to_mark > 0) || a.title.localeCompare(b.title))
  return {
    items,
    two_markers: settingsOf(activity).second_marker === true,
    anonymous: nameless,
    waiting: nameless ? await countWaiting(db, activity.id) : 0,
  }
}

type Entry = { version: string } | { pool: readonly (readonly [string, string | null])[] }
const asksVersion = (entry: Entry, version: string) =>
  'version' in entry ? entry.version === version : entry.pool.some(([one]) => one === version)

type Query = PageQuery & { question_id?: string; version_id?: string; attempt_id?: string; state?: 'to_mark' | 'marked' }
type Row = {
  attempt_id: string
  slot: number
  paper_id: string
  seed: string
  shuffle: number
  question_id: string
  version_id: string
  type: AnswerToMark['type']
  answer: Record<string, unknown> | null
  points: string | null
  saved_at: Date | null
  pseudonym: number
  person_id: string
  person_name: string | null
  user_no: string | null
  avatar: string | null
  total: number
}

/** In an order that is the same for every question: of an anonymous exam by pseudonym, else by name. 400 without a question or an attempt. */
export async function listAnswers(deps: Deps, actor: Actor, scope: CourseScope, id: string, query: Query) {
  const { db, papers } = deps
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  if (!query.question_id && !query.version_id && !query.attempt_id) throw invalid({ question_id: 'field.required' })
  const nameless = await isNameless(db, activity)
  const { limit, offset } = limits(query)
  const found = await rows<Row>(
    db,
    `
    with answered_slots as (
      select a.id, a.paper_id, a.seed, a.shuffle, a.pseudonym, a.person_id, v.id as version_id, (v.nth - 1)::smallint as slot
      from attempts a, unnest(a.versions) with ordinality as v(id, nth)
      where a.activity_id = $1 and a.state = 'marked' and not a.trial and ($2::uuid is null or a.id = $2)
        ${nameless ? `and a.id in ${shownAttemptsSql}` : ''})
    select s.id::text as attempt_id, s.slot::int, s.paper_id::text, s.seed::text, s.shuffle, q.question_id::text, s.version_id::text, q.type, w.answer,
      trim_scale(w.points)::text as points, w.saved_at, s.pseudonym, s.person_id::text, p.name as person_name, p.user_no, p.avatar,
      count(*) over ()::int as total
    from answered_slots s join question_versions q on q.id = s.version_id and q.type <> 'stimulus'
    left join attempt_answers w on w.attempt_id = s.id and w.slot = s.slot
    left join mirror.persons p on p.id = s.person_id and not p.deleted
    where ($3::uuid is null or q.question_id = $3) and ($4::uuid is null or s.version_id = $4)
      and ($5 = '' or ($5 = 'to_mark') = (w.points is null and w.answer is not null and w.answer <> 'null'))
    order by ${nameless ? 's.pseudonym, s.id' : 'p.name, s.person_id, s.id'}, s.slot limit ${limit} offset ${offset}`,
    activity.id,
    query.attempt_id ?? null,
    query.question_id ?? null,
    query.version_id ?? null,
    query.state ?? '',
  )
  return pageOf(query, found[0]?.total ?? 0, await toAnswers({ ...deps, papers }, actor, scope, activity, nameless, found))
}

async function toAnswers(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: Activity,
  nameless: boolean,
  found: readonly Row[],
): Promise<AnswerToMark[]> {
  const { db, papers } = deps
  const two = settingsOf(activity).second_marker === true
  const marks = await marksOf(
    db,
    found.map(({ attempt_id, slot }) => ({ attempt: attempt_id, question: slot })),
  )
  const marksOfAnswer = Map.groupBy(marks, ({ attempt_id, question }) => `${attempt_id} ${question}`)
  const shown = await toMarks(db, marks)
  const filesOf = await namedFiles(db, found)
  const all = [...filesOf.values()].flat()
  const open = await opener(deps, actor, scope, activity, all)
  const released = await isReleased(db, activity)
  const items: AnswerToMark[] = []
  for (const row of found) {
    const paper = await papers.of(db, row.paper_id)
    const slots = paper ? slotsOf(paper, { seed: row.seed, shuffling: shufflingOf(row.shuffle) }) : []
    const twoMarkers = two && questionTypeOf(row.type).marking === 'person'
    const { mine, others, decision, done, taken } = visibleTo(
      marksOfAnswer.get(`${row.attempt_id} ${row.slot}`) ?? [],
      actor.person,
      twoMarkers,
    )
    items.push({
      attempt_id: row.attempt_id,
      slot: row.slot,
      author: toWhose(row, nameless),
      question_id: row.question_id,
      version_id: row.version_id,
      type: row.type,
      answer: nameless ? namelessAnswer(deps.config, row.attempt_id, row.answer, filesOf.get(row) ?? []) : row.answer,
      max: slots[row.slot]?.points ?? '0',
      points: twoMarkers && done < 2 ? null : row.points,
      // who invigilates sees by name when somebody last saved
      saved_at: nameless ? null : (row.saved_at?.toISOString() ?? null),
      files: (filesOf.get(row) ?? []).map((file, nth) => open.file(file, nth, nameless ? row.attempt_id : undefined)),
      marking: mine ? shown.get(mine)! : null,
      others: others.map((one) => shown.get(one)!),
      decision: decision ? shown.get(decision)! : null,
      done,
      taken,
      released,
    })
  }
  return items
}

export const toWhose = (
  row: Pick<Row, 'pseudonym' | 'person_id' | 'person_name' | 'user_no' | 'avatar'>,
  nameless: boolean,
): AnswerToMark['author'] => {
  const { kind, id, name, user_no, avatar, number } = authorOf(nameless ? 'pseudonym' : 'person', {
    id: row.person_id,
    name: row.person_name ?? '',
    user_no: row.user_no,
    avatar: row.avatar,
    pseudonym: row.pseudonym,
  })
  return { kind: kind === 'pseudonym' ? 'pseudonym' : 'person', id, name, user_no, avatar, number }
}

type Named = { upload_id: string; name: string; size: number; type: string; in_text?: true }
async function namedFiles(tx: Tx, found: readonly Row[]): Promise<Map<Row, Named[]>> {
  const ids = [...new Set(found.flatMap(({ answer }) => uploadsOfAnswer(answer)))]
  const known =
    ids.length === 0
      ? []
      : await rows<Omit<Named, 'upload_id'> & { id: string; extension: string }>(
          tx,
          'select id::text, name, extension, type, size::float8 as size from uploads where id = any($1)',
          ids,
        )
  const byId = new Map(known.map((one) => [one.id, one]))
  return new Map(
    found.map((row) => [
      row,
      uploadsOfAnswer(row.answer).flatMap((id, nth): Named[] => {
        const upload = byId.get(id)
        if (!upload) return []
        const name = upload.name || `file-${nth + 1}${upload.extension && `.${upload.extension}`}`
        return [{ upload_id: id, name, size: upload.size, type: upload.type }]
      }),
    ]),
  )
}
