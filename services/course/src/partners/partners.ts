// The partners of a course, written as a whole under the course's version.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import { one, run } from '@lyceum/kit/database/database'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { changeRow } from '../courses/change-row.ts'
import type { Deps } from '../deps.ts'
import type { Partner } from './api.ts'

export async function readPartners({ db }: Deps, course: string): Promise<{ partners: Partner[]; version: number }> {
  const row = await one<{ partners: Partner[]; version: string }>(
    db,
    `select c.version::text, coalesce((
        select json_agg(json_build_object('name', p.name, 'role', p.role, 'contact', p.contact, 'url', p.url) order by p.sort)
        from course_partners p where p.course_id = c.id), '[]') as partners
     from courses c where c.id = $1`,
    course,
  )
  return { partners: row?.partners ?? [], version: Number(row?.version ?? 0) }
}

/** 400 at the field for a name that is empty or an address that is none of the web. */
export async function writePartners(
  deps: Deps,
  actor: Actor,
  course: string,
  { partners, version }: { partners: Partner[]; version?: number },
): Promise<{ partners: Partner[]; version: number }> {
  const clean = partners.map(({ name, role, contact, url }) => ({
    name: cleanTitle(name),
    role: cleanTitle(role),
    contact: cleanTitle(contact),
    url: url.trim(),
  }))
  const wrong: Fields = {}
  clean.forEach(({ name, url }, at) => {
    if (name === '') wrong[`partners.${at}.name`] = 'field.required'
    if (url !== '' && !isWebAddress(url)) wrong[`partners.${at}.url`] = 'url.malformed'
  })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const { orgId } = await changeRow(deps, actor, course, version, () => ({}))
  await run(deps.db, 'delete from course_partners where course_id = $1', course)
  await deps.db.coursePartner.createMany({ data: clean.map((partner, sort) => ({ ...partner, sort, courseId: course, orgId })) })
  return await readPartners(deps, course)
}

function isWebAddress(text: string): boolean {
  const { protocol, hostname } = URL.parse(text) ?? {}
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
