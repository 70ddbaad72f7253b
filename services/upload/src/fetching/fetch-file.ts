// The jobs of an offered file: one makes its upload, so that everybody knows that it waits; one fetches it, and fails with a reason that the page has a text
// for.
import { Problem } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { JobContext, JobHandler } from '@lyceum/kit/jobs/jobs'
import { OutgoingRefused } from '@lyceum/kit/http/outgoing'
import { shortName } from '@lyceum/kit/text/short-names'
import { openOffer } from '../../mirror/offered-file.ts'
import type { Db, Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { joinedKey } from '../rows/keys.ts'
import { typesOf } from '../rows/kinds.ts'
import { cleanName, extensionOf } from '../rows/names.ts'
import { emitUpload, lockAny, type Row, writeRow } from '../rows/rows.ts'
import type { Reason } from '../rows/shapes.ts'
import { acceptBytes, fail } from '../uploads/arrival.ts'
import { FetchRefused, storeOffered } from './store.ts'

type Payload = Jobs['expectFile' | 'fetchFile']

/** Throws for a server that is away, to be tried again from where it was cut. */
export async function fetchFile({ job: { payload }, deps, signal, assertLease }: JobContext<Deps, Payload>): Promise<void> {
  const { client, config } = deps
  const row = await client.$transaction((tx) => beginFetch({ ...deps, db: tx }, payload))
  deps.onCommit()
  if (!row) return
  const offer = openOffer(config.grantKeys, row.id, payload.sealed)
  try {
    if (!offer) throw new FetchRefused('upload.fetchRefused')
    if (!row.storedAt) await storeOffered(deps, row, offer, { signal, assertLease })
  } catch (error) {
    const reason = signal.aborted ? undefined : reasonOf(error)
    if (!reason) throw error
    return await giveUp(deps, row.id, reason)
  }
  await acceptBytes(deps, await client.upload.findUniqueOrThrow({ where: { id: row.id }, include: { videos: true } }))
}

/** Upload has a file by this as soon as it is offered: the films before it may take hours. One that has failed stays so until it is fetched again. */
export async function expectFile({ job: { payload }, deps }: JobContext<Deps, Payload>): Promise<void> {
  await deps.client.$transaction(async (tx) => {
    const row = (await lockAny(tx, payload.upload)) ?? (await makeUpload({ ...deps, db: tx }, payload))
    if (row) await enqueue(tx, { kind: 'fetchFile', key: `fetch:${payload.upload}`, payload })
  })
  deps.onCommit()
}

/** Undefined for what another try may mend. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof FetchRefused) return error.reason
  if (error instanceof Problem && /^storage\./.test(error.code)) return 'upload.fetchNoRoom'
  if (!(error instanceof OutgoingRefused) || error.reason === 'time' || error.reason === 'connection') return undefined
  const { status = 400 } = error
  return status >= 500 || status === 429 || status === 408 ? undefined : 'upload.fetchRefused'
}

export const markFetchFailed: NonNullable<JobHandler<Deps, Payload>['dead']> = ({ job, deps }) =>
  giveUp(deps, job.payload.upload, 'upload.fetchFailed')

async function giveUp(deps: Deps, id: string, reason: Reason): Promise<void> {
  const row = await deps.client.upload.findUnique({ where: { id }, include: { videos: true } })
  if (!row || row.deleted || row.storedAt) return
  await fail(deps, row, reason)
  if (row.multipart) await deps.blobs.parts.abort(row.key, row.multipart)
}

/** The upload, made where it is new, waiting again where it has failed; undefined where there is nothing to fetch for: its owner is gone, or has deleted it. */
async function beginFetch(deps: Deps, payload: Payload): Promise<Row | undefined> {
  const { db, now } = deps
  const { upload: id, org, person } = payload
  const known = await lockAny(db, id)
  if (known) {
    if (known.deleted || known.etag || known.ownerId !== person || known.orgId !== org) return undefined
    if (known.status === 'processing') return known
    if (known.storedAt) return undefined
    const again = { status: 'processing', reason: 'upload.fetching', size: 0n, multipart: null, fetchMark: null }
    await db.block.deleteMany({ where: { uploadId: id } })
    const waiting = await writeRow(db, known, again, now())
    await emitUpload(db, 'changed', waiting)
    return waiting
  }
  return await makeUpload(deps, payload)
}

/** Undefined where its owner is gone. */
async function makeUpload({ db, now }: Deps, { upload: id, org, person, name }: Payload): Promise<Row | undefined> {
  if (!(await isMember(db, org, person))) return undefined
  const fileName = nameOf(name)
  const row = await db.upload.create({
    include: { videos: true },
    data: {
      id,
      orgId: org,
      ownerId: person,
      key: joinedKey(id),
      name: fileName,
      type: typesOf(extensionOf(fileName))[0] ?? 'other',
      size: 0n,
      status: 'processing',
      reason: 'upload.fetching',
      // its bytes come in parts, and stay at their key
      storageType: 'chunked',
      downloadChosen: false,
      createdAt: now(),
      version: versionAfter(undefined, now()),
    },
  })
  await emitUpload(db, 'created', row)
  return row
}

const isMember = (db: Db, org: string, person: string) =>
  one(
    db,
    'select from mirror.memberships m join mirror.persons p on p.id = m.person_id and not p.deleted where m.org_id = $1 and m.person_id = $2',
    org,
    person,
  )

/** A title may have letters that no file's name has. */
function nameOf(name: string): string {
  try {
    return cleanName(shortName(name.replace(/[/\\:*?"<>|]/g, '-')))
  } catch {
    return `recording.${extensionOf(name) || 'mp4'}`
  }
}
