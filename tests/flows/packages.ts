// A package of lessons as activity knows it once upload has opened it: none is sent for it.
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'

/** The upload of a package of this person's, with so many scos: `s1`, `s2`, … */
export async function knownPackage(activityDatabase: string, { person, org }: { person: string; org: string }, scos = 1): Promise<string> {
  const client = new pg.Client(activityDatabase)
  await client.connect()
  try {
    const id = newId()
    await client.query(
      `insert into uploads (id, org_id, person_id, name, type, size, status, playable, allow_download, videos, deleted, version, extension, stored)
       values ($1, $2, $3, 'lab.zip', 'scorm', 1, 'ready', true, false, '[]', false, 1, 'zip', true)`,
      [id, org, person],
    )
    const items = Array.from({ length: scos }, (_, nth) => ({ id: `s${nth + 1}`, parent: '', title: 'Gloves', sco: true, mastery: '' }))
    await client.query(`insert into opened_packages (upload_id, kind, etag, title, items) values ($1, 'scorm12', 'x', 'Laboratory', $2)`, [
      id,
      JSON.stringify(items),
    ])
    return id
  } finally {
    await client.end()
  }
}
