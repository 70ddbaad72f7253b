// The files of work: whether they may be handed in, and how their authors and their markers open them.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { grantLifetime, roundedSize, signGrant } from '@lyceum/upload/mirror/grant'
import type { WorkRules } from '../../types/activity-types/definition.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import type { SubmissionFile } from './api.ts'
import { aliasOf, isStripped } from '../../activity/file-aliases.ts'
import { namelessFile, type SubmittedFile } from '../../activity/work-rules.ts'

type KnownUpload = {
  id: string
  person_id: string
  name: string
  extension: string
  type: string
  size: number
  status: string
  stored: boolean
  sha256: string | null
  deleted: boolean
}

async function uploadsOf(tx: Tx, ids: string[]): Promise<Map<string, KnownUpload>> {
  if (ids.length === 0) return new Map()
  const list = await rows<KnownUpload>(
    tx,
    `select id::text, person_id::text, name, extension, type, size::float8 as size, status, stored, sha256, deleted from uploads where id = any($1)`,
    [...new Set(ids)],
  )
  return new Map(list.map((row) => [row.id, row]))
}

/** The uploads of a draft: files by their own list, then those in its text. */
export type DraftFiles = { uploads: string[]; names: string[]; inText: string[] }

type Checked = {
  rules: WorkRules
  /** The people whose uploads may be handed in. */
  people: string[]
  /** Handed in before: they may be handed in again, whatever became of them. */
  kept: readonly SubmittedFile[]
}

const mebibyte = 1024 * 1024

/** 400 at upload_ids, or at text for those in it, for a file that cannot be handed in; with `stored` also for one whose bytes are not there yet. */
export async function checkedFiles(
  tx: Tx,
  { uploads, names, inText }: DraftFiles,
  { rules, people, kept }: Checked,
  { stored, gone = 'refused' }: { stored: boolean; gone?: 'refused' | 'left out' },
): Promise<SubmittedFile[]> {
  if (uploads.length > 0 && !rules.files) throw invalid({ upload_ids: 'submission.noFiles' })
  if (rules.files && uploads.length > rules.files.most)
    throw invalid({ upload_ids: ['submission.tooManyFiles', { most: rules.files.most }] })
  const ids = [...uploads, ...inText.filter((id) => !uploads.includes(id))]
  const known = await uploadsOf(tx, ids)
  return ids.flatMap((id, nth) => {
    const own = nth < uploads.length
    const before = kept.find(({ upload_id }) => upload_id === id)
    if (before) return [{ upload_id: id, name: before.name, size: before.size, type: before.type, ...(!own && { in_text: true as const }) }]
    const upload = known.get(id)
    const refuse = (problem: Fields[string]) => invalid({ [own ? 'upload_ids' : 'text']: problem })
    if (!upload || upload.deleted || !people.includes(upload.person_id) || upload.type === 'folder') {
      if (gone === 'left out') return []
      throw refuse(notKnownYet('upload.unknown', { id }))
    }
    const name = names[nth] || upload.name || `file-${nth + 1}${upload.extension && `.${upload.extension}`}`
    if (own && rules.files) {
      const { types, megabytes } = rules.files
      const ending = upload.extension || (/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
      if (types.length > 0 && !types.includes(ending)) throw refuse(['submission.wrongFileType', { name, id, types: types.join(', ') }])
      if (upload.size > megabytes * mebibyte) throw refuse(['submission.fileTooLarge', { name, id, most: megabytes }])
    }
    if (stored && !upload.stored) throw refuse(notKnownYet('submission.fileNotReady', { name, id }))
    return [{ upload_id: id, name, size: upload.size, type: upload.type, ...(!own && { in_text: true as const }) }]
  })
}

/** Opens files of work in an activity for somebody who may read it. `namelessWork`: the work whose author they must not learn. */
export type Opener = { expires: Date; file(file: SubmittedFile, nth: number, namelessWork?: string): SubmissionFile }

/** With what is known of these files. A file that is gone or could not be prepared is opened as it was handed in. */
export async function opener(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  scope: CourseScope,
  activity: Pick<Activity, 'id' | 'courseId' | 'version' | 'type' | 'settings'>,
  files: readonly SubmittedFile[],
  timesVersion = 0,
): Promise<Opener> {
  const { db, config, now } = deps
  const known = await uploadsOf(
    db,
    files.map(({ upload_id }) => upload_id),
  )
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const versions = { ...scope.versions, activity: Number(activity.version), times: timesVersion }
  const basis = { org: actor.org, course: { id: activity.courseId, versions, teaching: seesAll(scope.access) } }
  const { person, session } = actor
  const strips = isStripped(activity)
  return {
    expires: new Date(expires * 1000),
    file({ upload_id, name, size, type, in_text }, nth, namelessWork) {
      const upload = known.get(upload_id)
      const alias = namelessWork && aliasOf(config, namelessWork, upload_id)
      const shown = alias ? namelessFile({ name }, nth) : name
      const grant = upload?.stored
        ? signGrant(config.grantKeys, {
            upload: upload_id,
            person,
            session,
            activity: activity.id,
            expires,
            file: true,
            name: shown,
            ...(alias && { alias, stripped: strips }),
            basis,
          })
        : null
      return {
        upload_id: alias ?? upload_id,
        name: shown,
        type,
        size: alias && strips ? roundedSize(size) : size,
        in_text: in_text === true,
        status: upload?.status ?? '',
        sha256: alias ? null : (upload?.sha256 ?? null),
        grant,
        url: grant && `/bytes/${grant}/file`,
      }
    },
  }
}
