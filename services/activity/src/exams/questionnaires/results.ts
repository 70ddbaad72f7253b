// The results of a questionnaire: of an anonymous one in steps of five while it is open, of a group from five answers on.
import { type CourseScope, requireIn, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { csvOf } from '@lyceum/kit/text/csv'
import { settingsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { leastShown } from './api.ts'
import { asWritten, countResponses, groupsShown, type ResponseAnswers, textOfValue } from './counting.ts'
import { openQuestionnaire } from './open-questionnaire.ts'
import { openGroup, openWaiting, waitingAmong } from './sealed.ts'

/** The most answers that are counted. */
const most = 20_000

type Nameless = { answers: ResponseAnswers; group: string | null; waits: boolean }
/** `waits`: it is not shown while the questionnaire is open. */
async function namelessAnswers({ db, config: { grantKeys } }: Deps, activity: string): Promise<Nameless[]> {
  const found = await rows<{
    id: string
    answers: ResponseAnswers
    group_id: string | null
    sealed: string | null
    waiting: string | null
  }>(
    db,
    `select r.id::text, r.answers, r.group_id::text, r.sealed_group as sealed, p.waiting
     from responses r left join respondents p on p.activity_id = r.activity_id where r.activity_id = $1 order by r.id limit ${most}`,
    activity,
  )
  const waits = waitingAmong(
    found.map(({ id }) => id),
    openWaiting(grantKeys, found[0]?.waiting ?? null),
  )
  return found.map(({ id, answers, group_id, sealed }) => ({
    answers,
    group: sealed === null ? group_id : openGroup(grantKeys, sealed),
    waits: waits.has(id),
  }))
}

/** The answers shown of an anonymous questionnaire, or of a group; undefined where they, or those left beside them, are too few. */
async function shownAnswers(
  deps: Deps,
  activity: string,
  closed: boolean,
  group: string | undefined,
): Promise<ResponseAnswers[] | undefined> {
  const all = (await namelessAnswers(deps, activity)).filter(({ waits }) => closed || !waits)
  const shown = group === undefined ? all.length >= leastShown : closed && groupsShown(all.map((one) => one.group)).has(group)
  return shown ? all.filter((one) => group === undefined || one.group === group).map(({ answers }) => answers) : undefined
}

type NamedRow = { person: string; name: string; user_no: string | null; question: string; answer: Record<string, unknown> }
const namedRows = (tx: Tx, activity: string, set: string | null, group: string | null): Promise<NamedRow[]> =>
  rows<NamedRow>(
    tx,
    `
    select a.person_id::text as person, coalesce(p.name, '') as name, p.user_no, v.question_id::text as question, w.answer
    from attempts a left join attempt_answers w on w.attempt_id = a.id left join question_versions v on v.id = a.versions[w.slot + 1]
    left join mirror.persons p on p.id = a.person_id and not p.deleted
    where a.activity_id = $1 and not a.trial and ($3::uuid is null or exists (
      select from mirror.group_members m where m.set_id = $2 and m.group_id = $3 and m.person_id = a.person_id and m.until is null))
    order by p.name, a.person_id limit ${most}`,
    activity,
    set,
    group,
  )
/** Of everybody who has answered, the group; null: none. */
const groupsOfPeople = async (tx: Tx, activity: string, set: string | null): Promise<(string | null)[]> =>
  (
    await rows<{ group: string | null }>(
      tx,
      `select m.group_id::text as "group" from (select distinct person_id from attempts where activity_id = $1 and not trial) a
       left join mirror.group_members m on m.set_id = $2 and m.person_id = a.person_id and m.until is null`,
      activity,
      set,
    )
  ).map(({ group }) => group)

function byPerson(found: readonly NamedRow[]) {
  const people = new Map<string, Pick<NamedRow, 'name' | 'user_no'> & { answers: ResponseAnswers }>()
  for (const { person, name, user_no, question, answer } of found) {
    const one = people.get(person) ?? { name, user_no, answers: {} }
    people.set(person, one)
    if (question && answer) one.answers[question] = answer
  }
  return [...people.values()]
}

const countStudents = async (tx: Tx, course: string): Promise<number> =>
  (await one<{ n: number }>(
    tx,
    `select count(*)::int as n from mirror.members where course_id = $1 and role = 'student' and state = 'active'`,
    course,
  ))!.n

/** 403 for students, unless the results are for them and it has closed. */
export async function readResults(deps: Deps, actor: Actor, scope: CourseScope, id: string, group: string | undefined) {
  const { db } = deps
  const { activity, paper, closed } = await openQuestionnaire(deps, actor, scope, id)
  if (!seesAll(scope.access) && !(settingsOf(activity).results_for_students === true && closed)) throw forbidden()
  const about = { asked: await countStudents(db, activity.courseId), open: !closed, anonymous: activity.anonymous }
  const hidden = { n: null, ...about, items: [] }
  if (!activity.anonymous) {
    if (group && !groupsShown(await groupsOfPeople(db, activity.id, activity.groupSetId)).has(group)) return hidden
    const answers = byPerson(await namedRows(db, activity.id, activity.groupSetId, group ?? null)).map((person) => person.answers)
    return { n: answers.length, ...about, items: countResponses(paper, answers) }
  }
  const answers = await shownAnswers(deps, activity.id, closed, group)
  if (!answers) return hidden
  return { n: answers.length, ...about, items: countResponses(paper, answers) }
}

/** 409 response.tooFew: of an anonymous one once it has closed, and from five answers on. */
export async function readResultsCsv(deps: Deps, actor: Actor, scope: CourseScope, id: string, group: string | undefined) {
  const { db } = deps
  const { activity, paper, closed } = await openQuestionnaire(deps, actor, scope, id)
  requireIn(scope.access, 'scores.read')
  const questions = slotsOf(paper, asWritten).flatMap(({ version }) => {
    const kept = paper.versions.get(version)
    return kept && kept.type !== 'stimulus' ? [kept] : []
  })
  const cells = (answers: ResponseAnswers) =>
    questions.map(({ questionId, type, content }) => {
      const answer = answers[questionId]
      if (!answer) return ''
      return typeof answer.text === 'string'
        ? textOfValue({ content }, answer.text)
        : questionTypeOf(type)
            .counted(content as never, answer as never)
            .map((value) => labelOf(content, value))
            .join('; ')
    })
  const titles = questions.map(({ stem, title }) => textOf(stem) || title)
  const name = `${activity.title}.csv`
  if (!activity.anonymous) {
    const people = byPerson(await namedRows(db, activity.id, activity.groupSetId, group ?? null))
    return { name, csv: csvOf([['', '', ...titles], ...people.map((one) => [one.name, one.user_no ?? '', ...cells(one.answers)])]) }
  }
  const all = closed ? await shownAnswers(deps, activity.id, closed, group) : undefined
  if (!all) throw conflict('response.tooFew')
  return { name, csv: csvOf([titles, ...all.map(cells).toSorted((a, b) => (a.join() < b.join() ? -1 : 1))]) }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The text of a part that an answer is counted by: of an option, of a row and its column. */
function labelOf(content: Record<string, unknown>, value: string): string {
  const parts = Object.values(content).flatMap((list) => (Array.isArray(list) ? (list as { id?: string; text?: string }[]) : []))
  const text = (id: string) => {
    const part = parts.find((one) => one.id === id)
    return part?.text === undefined ? id : textOf(part.text)
  }
  return value.split('=').map(text).join(': ')
}
