// The paper of an activity: written by who teaches, frozen when the activity is published.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { activityColumns, activityOf, emitActivities, lockActivity, type SqlActivity } from '../../activity/activity-row.ts'
import { checkMayUse } from '../../content/activities/draft.ts'
import { settingsOf } from '../../types/settings.ts'
import { definitionOf } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { pointsOf } from '../../points/decimals.ts'
import { type Asker, askers } from '../../types/askers.ts'
import { type Entry, mostQuestions, type Paper, type PaperView, type Section } from './api.ts'
import { type KeptPaper, toKept, uploadsInSections } from './kept-papers.ts'
import { type PaperCourse, readableBankSql } from './paper-draws.ts'
import { holdPaperFiles } from './paper-files.ts'
import { latestPaper, latestPapers, type PaperRow, type StoredEntry, type StoredSection, writePaper } from './paper-row.ts'
import { resolve } from './paper-problems.ts'
import { takingSettings, toPaperView } from './paper-view.ts'
import { pointsOfEntries } from './rules.ts'
import { typesOfAsker } from './types-of-askers.ts'

/** The questions of an activity. 409 paper.notOffered where it asks none. */
export function askerOf({ type }: Pick<Activity, 'type'>): Asker {
  const asks = definitionOf(type)?.asks
  if (!asks) throw conflict('paper.notOffered')
  return asks
}

export const paperCourseOf = (activity: Pick<Activity, 'courseId' | 'orgId'>, person: string): PaperCourse => ({
  course: activity.courseId,
  org: activity.orgId,
  actor: { person },
})

export async function readActivityRow(tx: Tx, id: string): Promise<Activity> {
  const row = await one<SqlActivity>(tx, `select ${activityColumns} from activities a where a.id = $1 and not a.deleted`, id)
  if (!row) throw notFound('activity', id)
  return activityOf(row)
}

export async function readPaper({ db }: Deps, actor: Actor, id: string): Promise<Paper> {
  const activity = await readActivityRow(db, id)
  return await toPaper(db, activity, actor.person, await latestPaper(db, activity.id))
}

/** 409 paper.newer when it has changed since the writer read it; 400 names the entry that cannot be. `anyBank`: somebody else chose the questions. */
export async function putPaper(
  deps: Deps,
  actor: Actor,
  id: string,
  { sections, version }: { sections: Section[]; version: number },
  { anyBank = false } = {},
): Promise<Paper> {
  const { db, now } = deps
  const activity = await lockActivity(db, id)
  if (!activity || activity.deleted) throw notFound('activity', id)
  const asker = askerOf(activity)
  const before = await latestPaper(db, activity.id)
  if (version !== Number(before?.version ?? 0)) throw conflict('paper.newer', { version: Number(before?.version ?? 0) })
  const stored = await checkSections(db, paperCourseOf(activity, actor.person), asker, sections, before, anyBank)
  if (!anyBank) await checkFiles(deps, actor, activity, stored, before)
  const units = askers[asker].scored ? stored.reduce((sum, { entries }) => sum + pointsOfEntries(entries), 0n) : 0n
  const row: PaperRow = {
    // a frozen paper never changes: who began it keeps it
    ...(before && !before.frozen_at ? { id: before.id, n: before.n } : { id: newId(), n: (before?.n ?? 0) + 1 }),
    org_id: activity.orgId,
    course_id: activity.courseId,
    activity_id: activity.id,
    sections: stored,
    points: pointsOf(units),
    frozen_at: null,
    version: String(versionAfter(before && BigInt(before.version), now())),
  }
  if (activity.published) await freeze(db, activity, actor.person, row, now())
  await writePaper(db, row)
  await holdPaperFiles(db, row)
  await deleteUnusedPapers(db, activity.id, now())
  await followPoints(db, activity, units)
  return await toPaper(db, activity, actor.person, row)
}

/** The points of an activity are those of its paper. */
async function followPoints(tx: Tx, activity: Activity, units: bigint): Promise<void> {
  const points = units === 0n ? null : pointsOf(units)
  if ((activity.points?.toString() ?? null) === points) return
  const changed = await rows<SqlActivity>(
    tx,
    `update activities a set points = $2::text::numeric, version = $3, updated_at = now() where a.id = $1 returning ${activityColumns}`,
    activity.id,
    points,
    String(versionAfter(activity.version, new Date())),
  )
  await emitActivities(tx, ActivityChangedSchema, changed.map(activityOf))
}

/** Frozen papers that nobody began, but for the last ones; who reads one this minute may still begin it. */
const deleteUnusedPapers = (tx: Tx, activity: string, now: Date) =>
  run(
    tx,
    `
    with gone as (
      delete from papers p where p.activity_id = $1 and p.frozen_at < $2::timestamptz - interval '1 day'
        and p.n < (select max(n) - 1 from papers where activity_id = $1) and not exists (select from attempts a where a.paper_id = p.id)
      returning id)
    delete from paper_questions where paper_id in (select id from gone)`,
    activity,
    now,
  )

/** Checks and completes what was given: fixed entries name their version, texts are clean. */
async function checkSections(
  tx: Tx,
  { course, org, actor }: PaperCourse,
  asker: Asker,
  sections: readonly Section[],
  before: PaperRow | undefined,
  anyBank: boolean,
): Promise<StoredSection[]> {
  const entries = sections.flatMap((section) => section.entries)
  if (entries.reduce((sum, { draw }) => sum + (draw?.count ?? 1), 0) > mostQuestions)
    throw invalid({ sections: ['paper.tooMany', { most: mostQuestions }] })
  const held = new Set(before?.sections.flatMap((section) => section.entries.flatMap(({ question_id }) => question_id ?? [])))
  const known = await knownQuestions(tx, { course, org, actor }, entries)
  const twice = new Set<string>()
  const ids = new Set<string>()
  return sections.map((section, at): StoredSection => {
    if (ids.has(section.id)) throw invalid({ [`sections.${at}.id`]: 'paper.questionTwice' })
    ids.add(section.id)
    return {
      ...section,
      title: section.title.trim(),
      text: cleanHtml(`sections.${at}.text`, section.text),
      entries: section.entries.map((entry, nth): StoredEntry => {
        const field = `sections.${at}.entries.${nth}`
        if (Boolean(entry.draw) === Boolean(entry.question_id)) throw invalid({ [field]: 'field.invalid' })
        if (entry.draw) {
          if (!askers[asker].drawn) throw invalid({ [`${field}.draw`]: 'paper.noDraws' })
          return { draw: entry.draw, points: entry.points }
        }
        const id = entry.question_id!
        if (twice.has(id)) throw invalid({ [`${field}.question_id`]: 'paper.questionTwice' })
        twice.add(id)
        const question = known.get(id)
        if (!question || (!anyBank && !question.readable && !held.has(id)))
          throw invalid({ [`${field}.question_id`]: 'paper.questionUnknown' })
        const version = entry.version_id ?? question.present
        if (!question.versions.includes(version)) throw invalid({ [`${field}.version_id`]: 'paper.questionUnknown' })
        return { question_id: id, version_id: version, points: entry.points }
      }),
    }
  })
}

/** Files of the texts of sections: the writer's own, those of the course, and those that the paper has. */
async function checkFiles(deps: Deps, actor: Actor, activity: Activity, sections: readonly StoredSection[], before: PaperRow | undefined) {
  const held = new Set(uploadsInSections(before?.sections ?? []))
  for (const [at, { text }] of sections.entries()) {
    const added = filesIn(text).filter((id) => !held.has(id))
    if (added.length > 0) await checkMayUse(deps, actor, { org: activity.orgId }, activity.courseId, `sections.${at}.text`, added)
  }
}

type KnownQuestion = { id: string; present: string; readable: boolean; versions: string[] }

async function knownQuestions(tx: Tx, { course, org, actor }: PaperCourse, entries: readonly Entry[]): Promise<Map<string, KnownQuestion>> {
  const found = await rows<KnownQuestion>(
    tx,
    `
    select q.id::text, q.version_id::text as present, q.deleted_at is null and ${readableBankSql('$2', '$3', '$4')} as readable,
      array(select v.id::text from question_versions v where v.question_id = q.id) as versions
    from questions q join banks b on b.id = q.bank_id where q.id = any($1)`,
    entries.flatMap(({ question_id }) => question_id ?? []),
    course,
    org,
    actor.person,
  )
  return new Map(found.map((row) => [row.id, row]))
}

/** Resolves the draws of a paper and marks it as frozen. 400 `published` with what stands in its way. */
async function freeze(tx: Tx, activity: Activity, person: string, row: PaperRow, now: Date): Promise<void> {
  const { sections, problems } = await resolve(tx, paperCourseOf(activity, person), askerOf(activity), row.sections)
  if (problems.length > 0) throw invalid({ published: problems.map(({ code, params }) => ({ code, params })) })
  Object.assign(row, { sections, frozen_at: now })
}

/** Before activities are published: their papers are frozen. 400 `published` names what stands in the way of the first. */
export async function freezePapers(tx: Tx, activities: readonly Activity[], person: string, now: Date): Promise<void> {
  const asking = activities.filter(({ type }) => definitionOf(type)?.asks)
  if (asking.length === 0) return
  const ids = asking.map(({ id }) => id)
  const papers = new Map((await latestPapers(tx, ids)).map((row) => [row.activity_id, row]))
  for (const activity of asking) {
    const row = papers.get(activity.id)
    if (!row) throw invalid({ published: 'paper.empty' })
    if (row.frozen_at) continue
    await freeze(tx, activity, person, row, now)
    row.version = String(versionAfter(BigInt(row.version), now))
    await writePaper(tx, row)
    await holdPaperFiles(tx, row)
  }
}

/** The last paper with its draws resolved, frozen or not: what who teaches tries. */
export async function triedPaper({ db, papers }: Deps, activity: Activity, person: string): Promise<KeptPaper | undefined> {
  const row = await latestPaper(db, activity.id)
  if (!row || row.frozen_at) return row && (await papers.of(db, row.id))
  const { sections } = await resolve(db, paperCourseOf(activity, person), askerOf(activity), row.sections)
  return await toKept(db, { ...row, sections })
}

/** As a student would see it now. 409 with what stands in its way. */
export async function previewPaper({ db }: Deps, actor: Actor, _scope: CourseScope, id: string): Promise<PaperView> {
  const activity = await readActivityRow(db, id)
  const asker = askerOf(activity)
  const row = await latestPaper(db, activity.id)
  if (!row) throw conflict('paper.empty')
  const { sections, problems } = await resolve(db, paperCourseOf(activity, actor.person), asker, row.sections)
  const hindering = problems.find(({ code }) => code === 'paper.empty' || code === 'paper.drawsTooMany')
  if (hindering) throw conflict(hindering.code, hindering.params)
  const settings = settingsOf(activity)
  const shuffling = { questions: settings.shuffle_questions === true, options: settings.shuffle_options === true }
  return toPaperView(await toKept(db, { ...row, sections }), { seed: newId(), shuffling }, takingSettings(settings))
}

type QuestionRow = {
  version: string
  question: string
  n: number
  type: string
  title: string
  stem: string
  content: Record<string, unknown>
  key: Record<string, unknown>
  newer: boolean
}

async function toPaper(tx: Tx, activity: Activity, person: string, row: PaperRow | undefined): Promise<Paper> {
  const asker = askerOf(activity)
  const types = typesOfAsker(asker)
  if (!row) return { id: null, n: 0, frozen_at: null, points: '0', version: 0, sections: [], problems: [], types, begun: false }
  const { sections: resolved, problems, there } = await resolve(tx, paperCourseOf(activity, person), asker, row.sections)
  const found = await rows<QuestionRow>(
    tx,
    `select v.id::text as version, v.question_id::text as question, v.n, v.type, q.title, v.stem, v.content, v.key, q.n > v.n as newer
     from question_versions v join questions q on q.id = v.question_id where v.id = any($1)`,
    resolved.flatMap(({ entries }) => entries.flatMap(({ version_id, stimulus }) => [version_id ?? [], stimulus ?? []].flat())),
  )
  const questionOf = new Map(found.map((one) => [one.version, one]))
  const begun = await one(tx, 'select from attempts where paper_id = $1 and not trial limit 1', row.id)
  return {
    id: row.id,
    n: row.n,
    frozen_at: row.frozen_at?.toISOString() ?? null,
    points: row.points,
    version: Number(row.version),
    sections: resolved.map(({ entries, ...section }) => ({
      ...section,
      entries: entries.map(({ question_id, version_id, draw, points, stimulus }, nth) => {
        const about = questionOf.get(stimulus ?? '')
        const question = questionOf.get(version_id ?? '')
        return {
          ...(question_id && { question_id }),
          ...(version_id && { version_id }),
          ...(draw && { draw }),
          points,
          question: question
            ? {
                question_id: question.question,
                version_id: question.version,
                n: question.n,
                type: question.type as never,
                title: question.title,
                stem: question.stem,
                content: question.content,
                key: question.key,
                newer: question.newer,
                about: about ? { version_id: about.version, stem: about.stem } : null,
              }
            : null,
          there: there.get(`${section.id}.${nth}`) ?? null,
        }
      }),
    })),
    problems,
    types,
    begun: begun !== undefined,
  }
}
