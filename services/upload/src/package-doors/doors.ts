// Doors of packages: addresses of 256 bits by which one person's browser reads the files of a package while its grant holds. The page renews the grant, so
// that the addresses stay.
import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { seal, unseal } from '@lyceum/kit/text/sealed'
import type { FastifyRequest } from 'fastify'
import { grantLifetime } from '../../mirror/grant.ts'
import type { Deps } from '../deps.ts'
import { signOwnGrant } from '../grants/sign-own-grant.ts'
import type { Row } from '../rows/rows.ts'
import { readAccess } from '../uploads/rights.ts'
import { hasOwnHosts, packageMark, packageOrigin } from '../grants/package-origin.ts'
import { readPackageRow } from '../packages/package-row.ts'

const purpose = 'package door'
const hashOf = (door: string) => createHash('sha256').update(door).digest()
const framePath = '-/frame.html'

type Caller = { actor: Actor; upload: string; grant: string | undefined }

/** The grant of the call, or one of the person's own right to the file. 403, 404, 409 upload.notPackage. */
async function openOwn(deps: Deps, { actor, upload, grant }: Caller) {
  let text = grant
  if (text === undefined) {
    await readAccess(deps.db, actor, upload)
    text = signOwnGrant(deps.config, actor, upload, { expires: Math.floor(deps.now().getTime() / 1000) + grantLifetime, file: false })
  }
  const opened = await deps.openGrant(text, { person: actor.person, upload })
  if (opened.row.type !== 'scorm') throw conflict('upload.notPackage')
  return { ...opened, text }
}

/** Doors of one person to one package: a page that is loaded again opens another one, and does not close that of before. */
const mostDoors = 20

/** Makes a door, and deletes the person's oldest beyond the most. 409 package.notReady, package.needsOrigin. */
export async function createDoor(deps: Deps, caller: Caller, request: Pick<FastifyRequest, 'protocol' | 'hostname'>) {
  const { db, config } = deps
  const { row, grant, text } = await openOwn(deps, caller)
  const opened = await readPackageRow(db, row.id)
  if (opened?.state !== 'ready') throw conflict('package.notReady', { reason: opened?.reason ?? 'package.opening' })
  const origin = packageOrigin(config, request, row.id)
  if (origin === undefined) throw conflict('package.needsOrigin')
  const door = randomBytes(32).toString('base64url')
  // letters of a host name alone: it stands in a header
  const host = /^(\[[0-9a-f:]+\]|[\w.-]+)$/i.test(request.hostname) ? request.hostname : 'localhost'
  const pages = config.pageOrigins.length > 0 ? config.pageOrigins.join(' ') : `${request.protocol}://${host}:*`
  await run(
    db,
    `insert into package_doors (hash, upload_id, person_id, sealed_grant, origin, pages, expires_at) values ($1, $2::uuid, $3::uuid, $4, $5, $6, $7)`,
    hashOf(door),
    row.id,
    caller.actor.person || null,
    seal(config.grantKeys, purpose, text),
    origin,
    pages,
    new Date(grant.expires * 1000),
  )
  // the end of a door is a full second: of those of one second the new one stays
  await run(
    db,
    `delete from package_doors where hash in (select hash from package_doors where upload_id = $1::uuid and person_id = $2::uuid
       order by hash = $3 desc, expires_at desc, hash offset ${mostDoors})`,
    row.id,
    caller.actor.person || null,
    hashOf(door),
  )
  const mark = hasOwnHosts(config) ? '' : `?package=${packageMark(config, row.id)}`
  return { door, url: `${origin}/packages/${door}/${framePath}${mark}`, origin, expires_at: expiryOf(grant.expires) }
}

const expiryOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Puts a newer grant of the same person and file behind a door. 404 package.door.notFound for one that has ended long ago, or was another's. */
export async function renewDoor(deps: Deps, caller: Caller & { door: string }) {
  const { row, grant, text } = await openOwn(deps, caller)
  const renewed = await run(
    deps.db,
    'update package_doors set sealed_grant = $4, expires_at = $5 where hash = $1 and upload_id = $2::uuid and person_id = $3::uuid',
    hashOf(caller.door),
    row.id,
    caller.actor.person,
    seal(deps.config.grantKeys, purpose, text),
    new Date(grant.expires * 1000),
  )
  if (renewed === 0) throw notFound('package.door', '')
  return { expires_at: expiryOf(grant.expires) }
}

export type Door = { origin: string; pages: string; grant: string }
const readDoor = async (tx: Tx, keys: Deps['config']['grantKeys'], door: string): Promise<Door | undefined> => {
  const found = await one<{ origin: string; pages: string; sealed_grant: string }>(
    tx,
    'select origin, pages, sealed_grant from package_doors where hash = $1',
    hashOf(door),
  )
  const grant = found && unseal(keys, purpose, found.sealed_grant)
  return grant === undefined ? undefined : { origin: found!.origin, pages: found!.pages, grant }
}

/** Milliseconds for which a door is not read again: a package loads hundreds of files at once. */
const cacheMs = 4000
const maxCached = 10_000
const cache = new Map<string, { door: Promise<Door | undefined>; until: number }>()

/** The door at a host, and the row of its file while its grant holds. 404 without it or at another host, 403 grant.ended. */
export async function openDoor(deps: Deps, text: string, hostname: string): Promise<{ door: Door; row: Row }> {
  const hit = cache.get(text)
  const fresh = hit && hit.until > Date.now() ? hit.door : undefined
  if (!fresh) {
    cache.delete(text)
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    cache.set(text, { door: readDoor(deps.db, deps.config.grantKeys, text), until: Date.now() + cacheMs })
  }
  const door = await cache.get(text)!.door.catch((error) => {
    cache.delete(text)
    throw error
  })
  if (!door || new URL(door.origin).hostname !== hostname) {
    cache.delete(text)
    throw notFound('package.door', '')
  }
  const { row } = await deps.openGrant(door.grant)
  if (row.type !== 'scorm') throw forbidden('grant.ended')
  return { door, row }
}
