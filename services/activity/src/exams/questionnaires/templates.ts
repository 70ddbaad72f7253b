// Questionnaires that an organisation keeps, and puts into many courses at once. A task, with a line for each course.
import { type CourseScope, withinSql } from '@lyceum/course/mirror/rules'
import { permissionsOf } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { within } from '@lyceum/kit/calls/context'
import { conflict, forbidden, invalid, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { createActivity } from '../../content/activities/activities.ts'
import { publishActivities } from '../../content/activities/bulk-changes.ts'
import { typesAsking } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { PrismaClient } from '../../generated/client.ts'
import { type Jobs, startTask } from '../../jobs.ts'
import type { Section } from '../../questions/papers/api.ts'
import { uploadsInSections } from '../../questions/papers/kept-papers.ts'
import { putPaper } from '../../questions/papers/papers.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { Template } from './api.ts'

type Row = { id: string; title: string; sections: Section[]; updated_at: Date; version: string }
const columns = 't.id::text, t.title, t.sections, t.updated_at, t.version::text'

const toTemplate = ({ updated_at, version, ...row }: Row): Template => ({
  ...row,
  questions: row.sections.reduce((sum, { entries }) => sum + entries.length, 0),
  updated_at: updated_at.toISOString(),
  version: Number(version),
})

export async function listTemplates({ db }: Deps, { org }: Actor, query: PageQuery) {
  const { limit, offset } = limits(query)
  const found = await rows<Row & { total: number }>(
    db,
    `select ${columns}, count(*) over ()::int as total from questionnaire_templates t where t.org_id = $1 order by t.title, t.id limit ${limit} offset ${offset}`,
    org,
  )
  return pageOf(
    query,
    found[0]?.total ?? 0,
    found.map(({ total: _, ...row }) => toTemplate(row)),
  )
}

type Draft = { title: string; sections: Section[] }
function checkedDraft({ title, sections }: Draft): Draft {
  if (title.trim() === '') throw invalid({ title: 'field.required' })
  if (sections.some(({ entries }) => entries.some(({ draw }) => draw))) throw invalid({ sections: 'paper.noDraws' })
  return {
    title: title.trim(),
    sections: sections.map((section, at) => ({ ...section, text: cleanHtml(`sections.${at}.text`, section.text) })),
  }
}

/** The files of its texts are the writer's own, or of a paper of the organisation, or were in it. 400 upload.unknown at `sections`. */
async function checkFiles(tx: Tx, { person, org }: Actor, sections: Section[], before: Section[] = []): Promise<void> {
  const held = new Set(uploadsInSections(before))
  const added = uploadsInSections(sections).filter((id) => !held.has(id))
  const uploads = await uploadsById(tx, added)
  for (const id of added) {
    const upload = uploads.get(id)
    const own = upload?.org_id === org && upload.person_id === person
    if (!own && !(await one(tx, `select from papers where org_id = $1 and sections::text like '%' || $2 || '%' limit 1`, org, id)))
      throw invalid({ sections: notKnownYet('upload.unknown', { id }) })
  }
}

export async function createTemplate({ db, now }: Deps, actor: Actor, draft: Draft): Promise<Template> {
  const { org } = actor
  const { title, sections } = checkedDraft(draft)
  await checkFiles(db, actor, sections)
  const row = await one<Row>(
    db,
    `insert into questionnaire_templates as t (id, org_id, title, sections, updated_at, version) values ($1, $2, $3, $4::text::jsonb, $5, $6) returning ${columns}`,
    newId(),
    org,
    title,
    JSON.stringify(sections),
    now(),
    String(versionAfter(undefined, now())),
  )
  return toTemplate(row!)
}

/** 409 questionnaireTemplate.newer when it has changed since the version that the writer saw. */
export async function changeTemplate(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: Draft & { version: number },
): Promise<Template> {
  const { title, sections } = checkedDraft(draft)
  const before = await one<Row>(db, `select ${columns} from questionnaire_templates t where t.id = $1 for update`, id)
  if (version < Number(before!.version)) throw conflict('questionnaireTemplate.newer', { version: Number(before!.version) })
  await checkFiles(db, actor, sections, before!.sections)
  const row = await one<Row>(
    db,
    `update questionnaire_templates t set title = $2, sections = $3::text::jsonb, updated_at = $4, version = $5 where t.id = $1 returning ${columns}`,
    id,
    title,
    JSON.stringify(sections),
    now(),
    String(versionAfter(BigInt(before!.version), now())),
  )
  return toTemplate(row!)
}

export async function deleteTemplate({ db }: Deps, id: string): Promise<null> {
  await run(db, 'delete from questionnaire_templates where id = $1', id)
  return null
}

type Use = {
  course_ids?: string[]
  conditions?: string
  title?: string
  start_time: string | null
  end_time: string | null
  anonymous: boolean
  published?: boolean
}
const mostCourses = 2000

/** 400 for courses and conditions at once, or neither, and for times that make no sense. */
export async function startUse({ db }: Deps, actor: Actor, id: string, { course_ids, conditions, ...use }: Use) {
  if (Boolean(course_ids) === (conditions !== undefined)) throw invalid({ course_ids: 'field.required' })
  if (use.start_time && use.end_time && use.end_time <= use.start_time) throw invalid({ end_time: 'activity.endBeforeStart' })
  const courses = await coursesOf(db, actor, course_ids, conditions)
  const payload = {
    template: id,
    courses,
    title: use.title ?? null,
    start: use.start_time,
    end: use.end_time,
    anonymous: use.anonymous,
    published: use.published ?? true,
    person: actor.person,
    org: actor.org,
  }
  return { task: await startTask(db, actor, { kind: 'useTemplate', payload, subject: `org:${actor.org}` }), courses: courses.length }
}

/** Of the actor's organisation, or of the department to which their permissions are bound: 403 where one is named that is not. */
async function coursesOf(tx: Tx, { org, department }: Actor, ids: string[] | undefined, text: string | undefined): Promise<string[]> {
  const { keyword = '', department_id = '' } = conditionsOf(text, ['keyword', 'department_id'])
  if (typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (typeof department_id !== 'string' || !/^([0-9a-f-]{36})?$/.test(department_id))
    throw invalid({ 'conditions.department_id': 'field.format' })
  const found = await rows<{ id: string; within: boolean }>(
    tx,
    `
    select c.id::text, ${withinSql('$5')} as within from mirror.courses c left join mirror.departments d on d.id = c.department_id
    where c.org_id = $1 and not c.deleted and ($2::uuid[] is null or c.id = any($2)) and ${heldSql(foldedSql('c.name'), '$3')}
      and ($4 = '' or c.department_id = nullif($4, '')::uuid or nullif($4, '')::uuid = any(d.path)) and ($2::uuid[] is not null or ${withinSql('$5')}) order by c.id limit ${mostCourses}`,
    org,
    ids ?? null,
    wordPatterns(keyword),
    department_id,
    department ?? '',
  )
  if (found.some(({ within }) => !within)) throw forbidden('department.only')
  return found.map(({ id }) => id)
}

/** Persons who may do this in the organisation may do it in each of its courses. */
const accessOf = (org: string, course: string): CourseScope => {
  const can = permissionsOf('admin')
  const access = { role: undefined, realRole: undefined, can, realCan: can, maySimulate: true, simulating: undefined }
  return {
    org,
    course,
    access: { ...access, published: true, publishRequired: false, guest: false },
    versions: { course: 0, member: 0 },
  }
}

/** One course a transaction; a course that has it already is passed over, so that a second try makes no second one. */
export const useTemplateJob = (client: PrismaClient) =>
  taskJob<Deps, Jobs['useTemplate']>(async ({ job, deps, progress, report }) => {
    const { template, courses, person, org, task } = job.payload
    const actor: Actor = { kind: 'job', person, org, roles: [], session: '' }
    let made = 0
    for (const [nth, course] of courses.entries()) {
      await progress(nth / courses.length)
      try {
        const done = await within({ requestId: newId(), actor }, () =>
          client.$transaction((db) => useIn({ ...deps, db }, actor, accessOf(org, course), template, task, job.payload), {
            timeout: 30_000,
          }),
        )
        if (done) made++
        await report([{ item: course, outcome: done ? 'done' : 'skipped' }])
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        await report([{ item: course, outcome: 'failed', code: error.code, params: error.params }])
      }
    }
    return { courses: made }
  })

async function useIn(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  template: string,
  task: string,
  { title, start, end, anonymous, published }: Jobs['useTemplate'],
): Promise<boolean> {
  const { db } = deps
  const row = await one<Row>(db, `select ${columns} from questionnaire_templates t where t.id = $1`, template)
  if (!row) return false
  const [type] = typesAsking('questionnaire')
  const course = scope.course
  if (await one(db, 'select from template_uses where task = $1 and course_id = $2', task, course)) return false
  await run(db, 'insert into template_uses (task, course_id) values ($1, $2)', task, course)
  const activity = await createActivity(deps, actor, scope, course, {
    type: type as never,
    title: title ?? row.title,
    start_time: start,
    end_time: end,
    anonymous,
  })
  await putPaper(deps, actor, activity.id, { sections: row.sections, version: 0 }, { anyBank: true })
  if (published) await publishActivities(deps, actor, course, [activity.id], true)
  return true
}
