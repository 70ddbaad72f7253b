// A fixture of feature tests: packages of lessons as upload opens them, activities over them, and a learner's device.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { PackageOpenedSchema } from '@lyceum/proto/upload'
import { type TestCourse, testCourse } from './course.ts'

export type Item = { id: string; parent: string; title: string; sco: boolean; mastery: string }
export const item = (id: string, more: Partial<Item> = {}): Item => ({ id, parent: '', title: id, sco: true, mastery: '', ...more })

export async function packageCourse() {
  const env: TestCourse = await testCourse()
  const bare = () =>
    env.upload(env.teacher, { name: 'lab.zip', type: 'scorm', duration: undefined, videos: [], playable: false, allowDownload: false })
  const open = async (upload: string, { kind = 'scorm12', items = [item('a')] }: { kind?: string; items?: Item[] } = {}) => {
    const opened = { uploadId: upload, orgId: env.org, kind, etag: `etag-${upload}`, title: 'Laboratory', items }
    await env.uploads.emit(PackageOpenedSchema, { key: `upload:${upload}`, org: env.org }, opened)
    await until(async () => (await env.db.query('select 1 from opened_packages where upload_id = $1', [upload])).rowCount === 1)
  }
  const upload = async (of: Parameters<typeof open>[1] = {}) => {
    const id = await bare()
    await open(id, of)
    return id
  }
  const add = async (draft: object = {}, of: Parameters<typeof open>[1] = {}): Promise<string> => {
    const body = { type: 'scorm', title: 'Safety in the laboratory', published: true, upload_ids: [await upload(of)], ...draft }
    return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)).id
  }
  /** A device of a person with an attempt: `save` numbers its sets one after the other. */
  const play = async (activity: string, who: Actor = env.student, more: object = {}) => {
    const device = newId()
    const begun = await env.ok(who, 'POST', `/api/activities/${activity}/package-attempts`, { device, ...more })
    const { id, seq } = begun.attempt as { id: string; seq: number }
    let last = seq
    const put = (body: object) => env.call(who, 'PUT', `/api/activities/${activity}/package-attempt`, { attempt: id, device, ...body })
    const entry = (set: Record<string, string>, fields: object = {}) => ({ seq: ++last, sco: 'a', set, ...fields })
    return {
      id,
      device,
      begun,
      put,
      entry,
      save: async (set: Record<string, string>, fields: object = {}) => {
        const { status, body } = await put({ entries: [entry(set, fields)] })
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
        return body
      },
    }
  }
  return {
    ...env,
    bare,
    open,
    uploadPackage: upload,
    add,
    play,
    progressOf: async (activity: string, person: string) =>
      (
        await env.db.query(
          'select completed_at is not null as completed, details, trial from progress where activity_id = $1 and person_id = $2',
          [activity, person],
        )
      ).rows[0],
    /** Undefined without a score, null where it was taken back. */
    scoreOf: async (activity: string, person: string): Promise<string | null | undefined> =>
      (
        await env.db.query(
          `select trim_scale(s.points)::text as points from scores s join score_items i on i.id = s.item_id
           where i.activity_id = $1 and s.person_id = $2`,
          [activity, person],
        )
      ).rows[0]?.points,
    view: (activity: string, who: Actor = env.student, device?: string) =>
      env.ok(who, 'GET', `/api/activities/${activity}/package${device ? `?device=${device}` : ''}`),
  }
}
export type PackageCourse = Awaited<ReturnType<typeof packageCourse>>
