// Pictures of persons: stored here, small, since every list of people shows them to whoever may see the list.
import { randomUUID } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import type { Deps } from '../deps.ts'
import { emitPersonChanged } from '../facts.ts'
import { pictureType } from './rules.ts'

type Mine = { avatar_big_url: string | null }

/** 400 at picture for what is none, or is too large. The address is a new one: browsers keep pictures for good. */
export async function changeAvatar(deps: Deps, actor: Actor, picture: string): Promise<Mine> {
  const bytes = new Uint8Array(Buffer.from(picture, 'base64'))
  const type = pictureType(Buffer.from(bytes))
  if (!type) throw invalid({ picture: 'avatar.notPicture' })
  const id = randomUUID()
  const row = { id, type, bytes, createdAt: deps.now() }
  await deps.db.avatar.upsert({ where: { personId: actor.person }, create: { personId: actor.person, ...row }, update: row })
  return await showAvatar(deps, actor, `/api/avatars/${id}`)
}

export async function deleteAvatar(deps: Deps, actor: Actor): Promise<Mine> {
  await deps.db.avatar.deleteMany({ where: { personId: actor.person } })
  return await showAvatar(deps, actor, null)
}

async function showAvatar({ db }: Deps, { person }: Actor, avatar: string | null): Promise<Mine> {
  await db.person.update({ where: { id: person }, data: { avatar } })
  await emitPersonChanged(db, person)
  return { avatar_big_url: avatar }
}

export async function readAvatar({ db }: Deps, id: string): Promise<{ type: string; bytes: Buffer }> {
  const found = await db.avatar.findUnique({ where: { id }, select: { type: true, bytes: true } })
  if (!found) throw notFound('avatar', id)
  return { type: found.type, bytes: Buffer.from(found.bytes) }
}
