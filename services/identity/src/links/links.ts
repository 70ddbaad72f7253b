// A person's own links: list, create, change, sort, delete.
import { run } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import type { UserLink } from '../generated/client.ts'
import type { Link, LinkDraft } from './api.ts'
import { webAddress } from './rules.ts'

const maxLinks = 50

export async function myLinks({ db }: Deps, { person, org }: Actor): Promise<Link[]> {
  return (
    await db.userLink.findMany({ where: { personId: person, orgId: org }, orderBy: [{ sort: 'asc' }, { id: 'asc' }], take: maxLinks })
  ).map(asLink)
}

/** The new link comes last unless `sort` is given. 409 links.tooMany beyond 50. */
export async function createLink({ db, now }: Deps, { person, org }: Actor, { title, url, sort }: LinkDraft): Promise<Link> {
  await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `links ${person}`)
  const { _count: count, _max: max } = await db.userLink.aggregate({
    where: { personId: person, orgId: org },
    _count: true,
    _max: { sort: true },
  })
  if (count >= maxLinks) throw conflict('links.tooMany', { limit: maxLinks })
  const createdAt = now()
  return asLink(
    await db.userLink.create({
      data: {
        id: newId(),
        orgId: org,
        personId: person,
        title: checkTitle(title),
        url: webAddress(url, 'url'),
        sort: sort ?? Math.min((max.sort ?? -1) + 1, 1_000_000),
        createdAt,
        updatedAt: createdAt,
      },
    }),
  )
}

/** 404 for another's, as for none. */
export async function changeLink(
  { db }: Deps,
  { person, org }: Actor,
  id: string,
  { title, url, sort }: Partial<LinkDraft>,
): Promise<Link> {
  const { count } = await db.userLink.updateMany({
    where: { id, personId: person, orgId: org },
    data: {
      ...(title !== undefined && { title: checkTitle(title) }),
      ...(url !== undefined && { url: webAddress(url, 'url') }),
      ...(sort !== undefined && { sort }),
    },
  })
  if (count === 0) throw notFound('link', id)
  return asLink(await db.userLink.findUniqueOrThrow({ where: { id } }))
}

export async function deleteLink({ db }: Deps, { person, org }: Actor, id: string): Promise<void> {
  if ((await db.userLink.deleteMany({ where: { id, personId: person, orgId: org } })).count === 0) throw notFound('link', id)
}

function checkTitle(title: string): string {
  if (title.trim() === '') throw invalid({ title: 'field.required' })
  return title.trim()
}

const asLink = ({ id, title, url, sort, createdAt, updatedAt }: UserLink): Link => ({
  id,
  title,
  url,
  sort,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})
